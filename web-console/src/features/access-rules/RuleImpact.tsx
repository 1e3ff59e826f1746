import { DiffOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  accessMatrixApi,
  type AccessMatrixChange,
  type PreviewAccessRuleResponse,
} from '@/api/generated/access-matrix'
import type { Id } from '@/api/types'
import { Loading } from '@/kit/feedback'
import { accessMatrixScreen } from '@/features/access-matrix'
import { devicesEntity } from '@/features/devices'
import { users } from '@/features/users'
import { useErrorText } from '@/kit/errors'
import { Panel } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import { DECIDING, fingerprint, impactOf, turnOf, type Turn } from './impact'
import styles from './RuleImpact.module.css'
import type { AccessRuleForm } from './schema'

const TONES = { gained: 'success', lost: 'error', other: 'info' } as const satisfies Record<
  Turn,
  string
>

/** What the rule in the form would change for people and doors, asked before it is saved. */
export function RuleImpact({ id }: { id: Id | undefined }) {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  const errorText = useErrorText()
  const { trigger, getValues } = useFormContext<AccessRuleForm>()
  const [preview, { data, error, isLoading }] = accessMatrixApi.usePreviewAccessRuleMutation()
  const [asked, setAsked] = useState<string>()
  if (!meets(accessMatrixScreen.need)) return null

  const ask = async () => {
    if (!(await trigger([...DECIDING], { shouldFocus: true }))) return
    const values = getValues()
    setAsked(fingerprint(values))
    // The name decides nothing, and may be typed last.
    const rule = { ...values, name: values.name.trim() || t('new'), description: null }
    await preview({ previewAccessRuleRequestInput: { id, access_rule: rule } })
  }

  return (
    <div className={styles.place}>
      <Panel
        title={t('impact.title')}
        extra={
          <Button
            htmlType="button"
            icon={<DiffOutlined />}
            loading={isLoading}
            onClick={() => void ask()}
          >
            {t(asked === undefined ? 'impact.ask' : 'impact.again')}
          </Button>
        }
      >
        <p className={styles.text}>{t('impact.text')}</p>
        {isLoading && <Loading title={false} paragraph={{ rows: 2 }} />}
        <div role="status" className={styles.answer}>
          {data && <Answer answer={data} asked={asked} />}
        </div>
        {error && (
          <p className={styles.failed} role="alert">
            {errorText(error)}
          </p>
        )}
      </Panel>
    </div>
  )
}

interface AnswerProps {
  answer: PreviewAccessRuleResponse
  /** The draft that was asked about. */
  asked: string | undefined
}

function Answer({ answer, asked }: AnswerProps) {
  const { t } = useTranslation('access-rules')
  const values = useWatch<AccessRuleForm>() as AccessRuleForm
  const isStale = fingerprint(values) !== asked
  const { gained, lost, others, shown, more, isPart } = impactOf(answer)
  const doorsOf = ({ doors }: typeof gained) => t('impact.doors', { count: doors })
  if (answer.total === 0 && !isStale) return <p>{t('impact.none')}</p>
  return (
    <>
      {isStale && <p className={styles.text}>{t('impact.stale')}</p>}
      <div className={styles.changes} data-stale={isStale}>
        {answer.total === 0 && <p>{t('impact.none')}</p>}
        <div className={styles.counts}>
          {lost.people > 0 && (
            <StatusTag tone={TONES.lost}>
              {t('impact.lost', { count: lost.people, doors: doorsOf(lost) })}
            </StatusTag>
          )}
          {gained.people > 0 && (
            <StatusTag tone={TONES.gained}>
              {t('impact.gained', { count: gained.people, doors: doorsOf(gained) })}
            </StatusTag>
          )}
          {others > 0 && (
            <StatusTag tone={TONES.other}>{t('impact.others', { count: others })}</StatusTag>
          )}
        </div>
        {isPart && (
          <p className={styles.text}>{t('impact.part', { count: answer.items.length })}</p>
        )}
        {shown.length > 0 && (
          <ul aria-label={t('impact.title')}>
            {shown.map((change) => (
              <Change
                key={`${change.user?.id}-${change.device?.id}-${change.lock_number}`}
                change={change}
              />
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles.text}>{t('options.words.more', { count: more })}</p>}
      </div>
    </>
  )
}

function Change({ change }: { change: AccessMatrixChange }) {
  const { t } = useTranslation('access-rules')
  const { user, device, lock_number: lock, before, after } = change
  if (!user || !device) return null
  const turn = turnOf(change)
  return (
    <li>
      <span className={styles.who}>
        <Link to={pathsOf(users).of(user.id)}>{user.name}</Link>
        <small>
          <Link to={pathsOf(devicesEntity).of(device.id)}>
            {t('options.words.doorLock', { name: device.name, lock })}
          </Link>
        </small>
      </span>
      <span className={styles.turn}>
        <StatusTag tone={TONES[turn]}>{t(`options.turns.${turn}`)}</StatusTag>
        <small>
          {t('impact.fromTo', {
            before: t(`options.cells.${before ?? 'none'}`),
            after: t(`options.cells.${after ?? 'none'}`),
          })}
        </small>
      </span>
    </li>
  )
}
