import { EventImage, useImageOfEvent } from '@/features/events'

/** What the camera saw of the event that a notification is about; nothing when there is no image, or the person may not see it. */
export default function NotificationImage({ eventId, label }: { eventId: number; label: string }) {
  const { url, renew } = useImageOfEvent(eventId)
  return url === undefined ? null : <EventImage url={url} label={label} renew={renew} />
}
