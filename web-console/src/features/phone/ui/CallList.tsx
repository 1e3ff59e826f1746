import { useTranslation } from 'react-i18next'
import { useCalls } from '../context'
import { CallCard } from './CallCard'
import styles from './CallCard.module.css'

/** Every call of the phone, the newest first. */
export function CallList() {
  const { t } = useTranslation('phone')
  const calls = useCalls()
  if (calls.length === 0) return null
  return (
    <section className={styles.list} aria-label={t('calls')}>
      {calls.toReversed().map((call) => (
        <CallCard key={call.id} call={call} />
      ))}
    </section>
  )
}
