import { EventImage, useEventWords } from '@/features/events'
import { useAskAlarm, type DeviceAlarm } from './api'

/** What the camera saw when the alarm was raised last. */
export function AlarmImage({ alarm, size }: { alarm: DeviceAlarm; size?: 'large' }) {
  const words = useEventWords()
  const ask = useAskAlarm()
  if (!alarm.image_url) return null
  return (
    <EventImage
      url={alarm.image_url}
      label={[words(alarm.code), alarm.device?.name].filter(Boolean).join(' · ')}
      renew={async () => (await ask(alarm.id)).image_url ?? undefined}
      size={size}
    />
  )
}
