import { CheckOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { ruleInWords } from './describe'
import styles from './Sentence.module.css'

type Rule = Parameters<typeof ruleInWords>[0]

/** A rule in a sentence. */
export function Sentence({ rule }: { rule: Rule }) {
  const { t, i18n } = useTranslation('elevator-access-rules')
  // Without a floor or a user it gives nothing.
  const isEmpty =
    rule.users.length === 0 || rule.elevators.every(({ floors }) => floors.length === 0)
  const Icon = isEmpty ? InfoCircleOutlined : CheckOutlined
  return (
    <p className={styles.sentence} data-empty={isEmpty} role="note" aria-label={t('sentence')}>
      <Icon aria-hidden />
      <span>{ruleInWords(rule, { text: t, locale: i18n.resolvedLanguage ?? 'en' })}</span>
    </p>
  )
}
