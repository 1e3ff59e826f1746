import type { Event } from './api'

export interface DayOfEvents {
  day: string
  events: Event[]
}

/** Events one after the other, parted where the day changes. */
export function byDay(events: readonly Event[], dayOf: (event: Event) => string): DayOfEvents[] {
  const days: DayOfEvents[] = []
  for (const event of events) {
    const day = dayOf(event)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
