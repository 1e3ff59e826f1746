import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { forwardRules, RulePicture } from '@/features/forward-rules'
import { ErrorState, Loading } from '@/kit/feedback'
import styles from './sip-numbers.module.css'

/** Who rings when by the rule that is picked. */
export function PickedRule({ id }: { id: Id }) {
  const { t } = useTranslation('sip-numbers')
  const { data, error, refetch } = forwardRules.api.useGet(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  return (
    <section className={styles.rule} aria-label={t('sections.rule')}>
      <h2>{t('sections.rule')}</h2>
      <RulePicture rule={data} />
    </section>
  )
}
