import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEventWords } from '@/features/events'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import { AlarmImage } from './AlarmImage'
import { AlarmLog } from './AlarmLog'
import { SeverityTag, StateTag } from './AlarmTags'
import type { DeviceAlarm } from './api'

/** An alarm in the side drawer. */
export function AlarmDetails({ alarm }: { alarm: DeviceAlarm }) {
  const { t } = useTranslation('device-alarms')
  const words = useEventWords()
  const { device, domain } = alarm
  return (
    <>
      <AlarmImage alarm={alarm} size="large" />
      <Details
        rows={[
          [t('fields.state'), <StateTag key="state" state={alarm.state} />],
          [t('fields.severity'), <SeverityTag key="severity" severity={alarm.severity} />],
          [t('fields.what'), words(alarm.code)],
          [
            t('fields.device'),
            device && (
              <Link key="device" to={`/devices/${device.id}/edit`}>
                {device.name}
              </Link>
            ),
          ],
          [t('fields.group'), domain?.name],
          [t('fields.lock'), alarm.lock_number],
          [t('fields.count'), alarm.count],
          [t('fields.first'), <ExactTime key="first" value={alarm.first_at} />],
          [t('fields.last'), <ExactTime key="last" value={alarm.last_at} />],
          [t('fields.cleared'), <ExactTime key="cleared" value={alarm.cleared_at} />],
          [t('fields.taken'), alarm.taken_by_user?.name],
          [t('fields.processed'), alarm.processed_by_user?.name],
          [t('fields.processedAt'), <ExactTime key="processedAt" value={alarm.processed_at} />],
          [t('fields.comment'), alarm.comment],
        ]}
      />
      <AlarmLog id={alarm.id} />
    </>
  )
}
