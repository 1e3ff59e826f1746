import type { Weekday } from '@/kit/time'
import { WEEKDAYS } from '@/kit/time'
import type { QueueForm } from './schema'

/** A moment of the week on the project's clock. */
export interface Moment {
  day: Weekday
  /** Since midnight. */
  seconds: number
}

/** When a queue rings, in seconds from the beginning of the call. */
export interface Bar {
  /** Place of the queue among all of them, from 0. */
  at: number
  start: number
  end: number
}

/** The way from a queue to the next one. */
export interface Redirect {
  from: number
  to: number
  /** Together with it, after some seconds of ringing, or when it stops. */
  kind: 'together' | 'after' | 'stop'
  /** Seconds to wait when nobody in the queue can be reached; null: the call ends there. */
  onError: number | null
}

export interface Timeline {
  bars: Bar[]
  /** One between each two bars that follow each other. */
  redirects: Redirect[]
  /** Places of the queues that are not due at the moment. */
  skipped: number[]
  /** Stretches inside of the call in which nobody rings. */
  silences: { from: number; to: number }[]
  /** When the last phone stops. */
  end: number
}

type Timing = Pick<QueueForm, 'params' | 'redirect_if_no_answer' | 'redirect_if_error'>

/**
 * Who rings when. Without a moment every queue counts; with one, those that are due then: the next
 * that is due takes the place of one that is not.
 */
export function timeline(queues: readonly Timing[], moment?: Moment): Timeline {
  const places = queues.map((_, at) => at)
  const due = places.filter((at) => !moment || isDue(queues[at]!.params, moment))
  const bars: Bar[] = []
  const redirects: Redirect[] = []
  for (const at of due) {
    const before = bars.at(-1)
    const start = before ? before.start + delay(queues[before.at]!) : 0
    if (before) redirects.push(redirect(before.at, at, queues[before.at]!))
    bars.push({ at, start, end: start + queues[at]!.params.timeout })
  }
  return {
    bars,
    redirects,
    skipped: places.filter((at) => !due.includes(at)),
    silences: silencesOf(bars),
    end: Math.max(0, ...bars.map(({ end }) => end)),
  }
}

/** Seconds from the beginning of a queue to that of the next, when nobody answers. */
function delay({ params, redirect_if_no_answer: next }: Timing): number {
  if (next.is_immediately) return 0
  return next.timeout === 0 ? params.timeout : next.timeout
}

function redirect(from: number, to: number, queue: Timing): Redirect {
  const { redirect_if_no_answer: next, redirect_if_error: error } = queue
  const later = next.timeout === 0 ? 'stop' : 'after'
  return {
    from,
    to,
    kind: next.is_immediately ? 'together' : later,
    onError: error.enabled ? error.timeout : null,
  }
}

/** Bars begin in order, so a silence is where one begins after all before it have stopped. */
function silencesOf(bars: Bar[]): Timeline['silences'] {
  const silences: Timeline['silences'] = []
  let until = 0
  for (const { start, end } of bars) {
    if (start > until) silences.push({ from: until, to: start })
    until = Math.max(until, end)
  }
  return silences
}

/** Whether a queue rings at a moment. A period over midnight belongs to the day on which it begins. */
export function isDue({ days, period }: QueueForm['params'], { day, seconds }: Moment): boolean {
  const today = days.includes(day)
  if (period === null) return today
  const { from, to } = period
  if (from < to) return today && seconds >= from && seconds < to
  return (today && seconds >= from) || (days.includes(dayBefore(day)) && seconds < to)
}

const dayBefore = (day: Weekday): Weekday => WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7]!

/** Whether the queue rings at any moment of the week. */
export const isAlwaysDue = ({ days, period }: QueueForm['params']) =>
  period === null && days.length === WEEKDAYS.length
