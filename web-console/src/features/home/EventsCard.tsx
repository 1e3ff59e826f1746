import { useTranslation } from 'react-i18next'
import { LatestEvents, LiveMark } from '@/features/events'
import { useCan } from '@/kit/permissions'
import { DashboardCard } from './DashboardCard'

/** Rows of the feed. */
const SHOWN = 8

/** Who comes and goes, live. */
export function EventsCard() {
  const { t } = useTranslation('home')
  const { can } = useCan()
  if (!can('can_view_access_control_events')) return null
  return (
    <DashboardCard
      title={t('events')}
      isLoading={false}
      error={undefined}
      mark={<LiveMark />}
      isTall
      link={{ to: '/access-control/events', text: t('toEvents') }}
    >
      <LatestEvents source="access" count={SHOWN} isCompact />
    </DashboardCard>
  )
}
