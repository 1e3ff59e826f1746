import type { Dayjs } from 'dayjs'
import { wallTime } from '@/kit/time'

/** Days that the time chooser covers. */
const DAYS = 7
/** Its steps, in minutes. */
export const STEP_MINUTES = 30
export const STEPS_IN_DAY = (24 * 60) / STEP_MINUTES
export const LAST_STEP = DAYS * STEPS_IN_DAY - 1

/** The time of a step, counted from midnight of the first day, on the clocks of the zone. */
export const timeOfStep = (firstDay: Dayjs, step: number, zone: string): Dayjs =>
  wallTime(firstDay, zone, { minutes: step * STEP_MINUTES })

/** The step that a moment lies in; within the week. */
export function stepOfTime(firstDay: Dayjs, time: Dayjs): number {
  const days = daysBetween(firstDay, time)
  const step = days * STEPS_IN_DAY + Math.floor((time.hour() * 60 + time.minute()) / STEP_MINUTES)
  return Math.min(Math.max(step, 0), LAST_STEP)
}

/** Whether the week that begins with this day contains the moment. */
export function isInWeek(firstDay: Dayjs, time: Dayjs): boolean {
  const days = daysBetween(firstDay, time)
  return days >= 0 && days < DAYS
}

/** The days of that week. */
export const daysFrom = (firstDay: Dayjs, zone: string): Dayjs[] =>
  Array.from({ length: DAYS }, (_, days) => wallTime(firstDay, zone, { days }))

/** By the calendar, which days of 23 and 25 hours do not disturb. */
function daysBetween(from: Dayjs, to: Dayjs): number {
  const day = (moment: Dayjs) => Date.parse(`${moment.format('YYYY-MM-DD')}T00:00:00Z`)
  return (day(to) - day(from)) / 86_400_000
}
