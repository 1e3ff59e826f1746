import { CheckOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from './guest-access.module.css'
import type { GuestKeyForm } from './schema'
import { useKeyWords } from './useKeyWords'

/** What the key in the form opens, in a sentence that follows every change. */
export function KeySentence() {
  const { t } = useTranslation('guest-access')
  const values = useWatch<GuestKeyForm>() as GuestKeyForm
  const { sentence } = useKeyWords()
  const isEmpty = values.access_rules.length === 0
  const Icon = isEmpty ? InfoCircleOutlined : CheckOutlined
  return (
    <p className={styles.sentence} data-empty={isEmpty} role="note" aria-label={t('sentence')}>
      <Icon aria-hidden />
      <span>
        {sentence({ ...values, pass_limit: values.has_pass_limit ? (values.pass_limit ?? 0) : 0 })}
      </span>
    </p>
  )
}
