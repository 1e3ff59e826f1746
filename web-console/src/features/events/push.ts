import type { Event, EventCategory } from './api'

type Push = Record<string, unknown>

const CATEGORIES = new Set(['access', 'info', 'system', 'emergency'])

/** The event that a push carries; undefined when it carries none. */
export function eventOfPush(data: Push): Event | undefined {
  if (data.type !== 'device.event.arrived' || typeof data.id !== 'number') return undefined
  if (typeof data.code !== 'string') return undefined
  const number = text(data.identifier_number)
  const identifierId = count(data.identifier_id)
  return {
    id: data.id,
    category: CATEGORIES.has(String(data.category)) ? (data.category as EventCategory) : null,
    code: data.code,
    device: ref(data.device),
    domain: ref(data.domain),
    device_event_id: 0,
    identifier_type: text(data.identifier_type),
    identifier_number: number,
    identifier: identifierId === null ? null : { id: identifierId, name: number ?? '' },
    user: ref(data.user),
    lock_number: count(data.lock_number),
    is_revoked: data.is_revoked === true,
    created_at: text(data.created_at),
    received_at: text(data.received_at),
    device_created_at: text(data.device_created_at),
    // It comes with a push of its own, once the camera has answered.
    image_url: null,
  }
}

/** Events that have an image now; empty for a push about something else. */
export function imagedEvents(data: Push): number[] {
  if (data.type !== 'device.event.image' || !Array.isArray(data.event_ids)) return []
  return data.event_ids.filter((id): id is number => typeof id === 'number' && id > 0)
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
/** A push has 0 where the API has null. */
const count = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null)

function ref(value: unknown) {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  const id = count(value.id)
  const name = 'name' in value ? text(value.name) : null
  return id === null ? null : { id, name: name ?? '' }
}
