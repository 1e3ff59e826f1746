import type { ListQuery } from '@/api/list'
import type { DeviceAlarm } from './api'

/** Alarms that nobody has processed, the most severe and then the newest first. */
export const TO_PROCESS: ListQuery = {
  page: 1,
  size: 100,
  sort: '-severity,-last_at',
  filters: {
    match: 'match_all',
    items: [{ field: 'state', rule: 'equals', value: ['enabled', 'disabled'] }],
  },
}

/** In the order in which they are shown: what goes on, then what is over and waits for a person. */
export const inOrder = (alarms: DeviceAlarm[]): DeviceAlarm[] => [
  ...alarms.filter(({ state }) => state === 'enabled'),
  ...alarms.filter(({ state }) => state !== 'enabled'),
]

/** The row beside the chosen one, or the first where that has gone. */
export function neighbour(
  alarms: DeviceAlarm[],
  id: number | undefined,
  step: 1 | -1,
): number | undefined {
  const at = alarms.findIndex((alarm) => alarm.id === id)
  if (at < 0) return alarms[0]?.id
  return alarms[Math.min(Math.max(at + step, 0), alarms.length - 1)]?.id
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something lasts, as a clock that a guard reads: `4:07`, `1:02:33`; with days as `2d 03:00`. */
export function elapsed(from: string, to: Date): string {
  const seconds = Math.max(0, Math.floor((to.getTime() - new Date(from).getTime()) / 1000))
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR)]
  const minutes = (seconds % HOUR) / MINUTE
  if (days > 0) return `${days}d ${two(hours)}:${two(minutes)}`
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % MINUTE)}`
  return `${Math.floor(minutes)}:${two(seconds % MINUTE)}`
}
