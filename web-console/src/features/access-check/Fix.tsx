import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  accessRules,
  additionTo,
  GiveAccessButton,
  namesAll,
  RuleInWords,
  rulesOfDoor,
  useAccessRuleList,
  useUpdateAccessRule,
  type AccessRule,
} from '@/features/access-rules'
import type { Ref } from '@/api/types'
import { useAttempt } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import styles from './access-check.module.css'
import type { Names } from './useNames'

/** Rules that are offered; the dialog finds the others. */
const OFFERED = 4

interface Props {
  names: Names
  /** Asks the question again. */
  onFixed: () => void
}

/** What to do where no rule opens the door: add whom it is about to a rule, or give access anew. */
export function Fix({ names, onFixed }: Props) {
  const { t } = useTranslation('access-check')
  const { meets } = useCan()
  const { user, identifier, device } = names
  const who = user ?? identifier
  const mayAdd = meets(accessRules.can.update)
  const { data } = useAccessRuleList(rulesOfDoor(device?.id ?? 0), {
    skip: device === undefined || !mayAdd,
  })
  if (!who || !device || !(mayAdd || meets(accessRules.can.create))) return null
  const receivers = {
    users: user ? [user] : [],
    domains: [],
    identifiers: identifier ? [identifier] : [],
  }
  const rules = (data?.items ?? [])
    .filter((rule) => !rule.prohibition && !namesAll(rule, receivers))
    .slice(0, OFFERED)
  return (
    <section className={styles.fix} aria-label={t('fix.title')}>
      <h3>{t('fix.title')}</h3>
      {rules.map((rule) => (
        <Addition
          key={rule.id}
          rule={rule}
          who={who}
          addition={() => additionTo(rule, receivers)}
          onDone={onFixed}
        />
      ))}
      <div>
        <GiveAccessButton user={user} identifier={identifier} door={device} onGiven={onFixed} />
      </div>
    </section>
  )
}

interface AdditionProps {
  rule: AccessRule
  who: Ref
  addition: () => ReturnType<typeof additionTo>
  onDone: () => void
}

function Addition({ rule, who, addition, onDone }: AdditionProps) {
  const { t } = useTranslation('access-check')
  const attempt = useAttempt()
  const [update] = useUpdateAccessRule()
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const isDone = await attempt(async () => {
      await update({ id: rule.id, body: addition() }).unwrap()
      return t('fix.added', { who: who.name, rule: rule.name })
    })
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <div className={styles.addition}>
      <RuleInWords rule={rule} isQuiet />
      <Button icon={<PlusOutlined />} loading={isBusy} onClick={() => void add()}>
        {t('fix.add', { rule: rule.name })}
      </Button>
    </div>
  )
}
