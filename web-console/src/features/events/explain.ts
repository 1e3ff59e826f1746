import type { Event } from './api'

/**
 * Where the decision of an event is explained: the same identifier, door and moment. Undefined
 * for an event whose identifier or door is not known.
 */
export function explainLink(event: Event): string | undefined {
  const { identifier, device, lock_number: lock, created_at: time } = event
  if (!identifier || !device) return undefined
  const params = new URLSearchParams({
    identifier_id: String(identifier.id),
    device_id: String(device.id),
  })
  if (lock !== null) params.set('lock_number', String(lock))
  if (time !== null) params.set('time', time)
  return `/access-check?${params.toString()}`
}
