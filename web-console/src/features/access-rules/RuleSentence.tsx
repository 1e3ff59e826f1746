import { CheckOutlined, InfoCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ruleInWords } from './describe'
import styles from './RuleSentence.module.css'
import type { AccessRuleForm } from './schema'
import { useKeyLimits } from './useKeyLimits'

/** What the rule in the form does, in a sentence that follows every change. */
export function RuleSentence() {
  const values = useWatch<AccessRuleForm>() as AccessRuleForm
  return <Sentence rule={values} />
}

type Rule = Parameters<typeof ruleInWords>[0]

interface Props {
  rule: Rule
  /** One of several, not what the page is about. */
  isQuiet?: boolean
}

/** A rule in a sentence, with the sign of what it does. */
export function Sentence({ rule, isQuiet }: Props) {
  const { t, i18n } = useTranslation('access-rules')
  const limits = useKeyLimits(rule.identifiers)
  const wording = { text: t, locale: i18n.resolvedLanguage ?? 'en', limits }
  // Without a door it neither lets in nor keeps out anybody.
  const isEmpty = rule.devices.length === 0
  const Icon = isEmpty ? InfoCircleOutlined : rule.prohibition ? StopOutlined : CheckOutlined
  return (
    <p
      className={styles.sentence}
      data-forbids={!isEmpty && rule.prohibition}
      data-empty={isEmpty}
      data-quiet={isQuiet}
      role="note"
      aria-label={t('sentence')}
    >
      <Icon aria-hidden />
      <span>{ruleInWords(rule, wording)}</span>
    </p>
  )
}
