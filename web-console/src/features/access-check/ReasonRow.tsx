import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  QuestionOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Reason } from '@/api/generated/access-checks'
import type { Ref } from '@/api/types'
import { accessRules } from '@/features/access-rules'
import { identifiers } from '@/features/identifiers'
import { timeRules } from '@/features/time-rules'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime, RelativeTime } from '@/kit/time'
import styles from './access-check.module.css'
import { reasonKey, reasonTone, type ReasonTone } from './reasons'

const ICONS: Record<ReasonTone, ReactNode> = {
  grants: <CheckOutlined aria-hidden />,
  forbids: <StopOutlined aria-hidden />,
  waits: <ClockCircleOutlined aria-hidden />,
  missing: <QuestionOutlined aria-hidden />,
  broken: <CloseOutlined aria-hidden />,
}

interface Props {
  reason: Reason
  /** The identifier opens only at times of its own. */
  isLimited?: boolean
}

/** One reason in words, with the way to the rule, the schedule or the identifier behind it. */
export function ReasonRow({ reason, isLimited }: Props) {
  const { t } = useTranslation('access-check')
  const tone = reasonTone(reason.code)
  const key = reasonKey(reason.code)
  const { access_rule: rule, time_rule: schedule, next_opens: next } = reason
  const isAboutIdentifier = tone === 'broken' && reason.identifier !== null
  return (
    <li data-tone={tone}>
      <span className={styles.sign}>{ICONS[tone]}</span>
      <div>
        <strong>{t(`options.reasons.${key}.title`)}</strong>
        <p>{t(`options.reasons.${key}.text`)}</p>
        <dl>
          {rule && (
            <Fact name={t('rule')}>
              <Named entity={rule} path={pathsOf(accessRules).edit(rule.id)} />
            </Fact>
          )}
          {schedule && (
            <Fact name={t('schedule')}>
              <Named entity={schedule} path={pathsOf(timeRules).edit(schedule.id)} />
            </Fact>
          )}
          {rule && !schedule && key !== 'outside_schedule' && (
            <Fact name={t('schedule')}>{isLimited ? t('limits.within') : t('anyTime')}</Fact>
          )}
          {next && (
            <Fact name={t('nextOpens')}>
              <ExactTime value={next} /> (<RelativeTime value={next} />)
            </Fact>
          )}
          {isAboutIdentifier && reason.identifier && (
            <Fact name={t('identifier')}>
              <Link to={pathsOf(identifiers).edit(reason.identifier.id)}>
                {reason.identifier.name}
              </Link>
            </Fact>
          )}
        </dl>
      </div>
    </li>
  )
}

/** With the way to it; what the person does not see has no name, and no way. */
function Named({ entity, path }: { entity: Ref; path: string }) {
  return entity.name ? <Link to={path}>{entity.name}</Link> : refName(entity)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
