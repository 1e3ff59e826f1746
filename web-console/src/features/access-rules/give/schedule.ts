import {
  presetValues,
  toTimeRuleForm,
  type TimeRule,
  type TimeRuleForm,
} from '@/features/time-rules'

/** The recurrence of a schedule, without its texts. */
export type Times = Omit<TimeRuleForm, 'name' | 'description'>

/** What may be chosen besides the schedules that there are. */
export const NEW_TIMES = ['weekdays', 'weekend'] as const
export type NewTimes = (typeof NEW_TIMES)[number]

/** "At any time", a preset, or the id of a schedule. */
export type When = 'any' | NewTimes | number

const timesOf = (rule: TimeRule): Times => {
  const { name: _name, description: _text, ...times } = toTimeRuleForm(rule)
  return times
}

export function presetTimes(preset: NewTimes | 'daily', today: string): Times {
  const { name: _name, description: _text, ...times } = presetValues(preset, today)
  return { ...times, time_zone: '' } as Times
}

/** What is wanted: a schedule that there is, times for which one is needed, or null for any time. */
export type Wanted = { schedule: TimeRule } | { times: Times } | null

/** The schedule for a choice, up to a date; one that says the same already is used. */
export function wantedSchedule(
  when: When,
  until: string | null,
  schedules: TimeRule[],
  today: string,
): Wanted {
  if (when === 'any' && until === null) return null
  const chosen = typeof when === 'number' ? schedules.find(({ id }) => id === when) : undefined
  const base = chosen
    ? timesOf(chosen)
    : presetTimes(when === 'weekend' || when === 'weekdays' ? when : 'daily', today)
  const times = endingAt(base, until)
  const known =
    chosen && times === base ? chosen : schedules.find((each) => isSame(timesOf(each), times))
  return known ? { schedule: known } : { times }
}

/** The same times up to a date. What happens once, so many times, or ends before stays as it is. */
function endingAt(times: Times, until: string | null): Times {
  if (until === null || times.repeat_mode === 'never') return times
  if (times.repeat_duration_mode === 'count') return times
  const end = times.repeat_duration_mode === 'until' ? times.repeat_duration_until : null
  if (end !== null && end <= until) return times
  // It may have begun long ago, but not after its end.
  return { ...times, repeat_duration_mode: 'until', repeat_duration_until: until }
}

/** Whether the day on which it began says nothing of when it holds. */
const hasNoFirstDay = (times: Times) =>
  times.repeat_mode === 'day' ||
  (times.repeat_mode === 'custom' &&
    (times.repeat_custom_mode === 'daily' || times.repeat_custom_mode === 'weekly') &&
    times.repeat_custom_looper === 1)

function isSame(known: Times, wanted: Times): boolean {
  if (!hasNoFirstDay(known) || known.valid_from.slice(0, 10) > wanted.valid_from.slice(0, 10)) {
    return JSON.stringify(sorted(known)) === JSON.stringify(sorted(wanted))
  }
  return JSON.stringify(sorted(dateless(known))) === JSON.stringify(sorted(dateless(wanted)))
}

/** Hours, and over how many days they go, in place of dates; numbers that are not in use are left out. */
function dateless(times: Times) {
  const days =
    (Date.parse(`${times.valid_to.slice(0, 10)}T00:00:00Z`) -
      Date.parse(`${times.valid_from.slice(0, 10)}T00:00:00Z`)) /
    86_400_000
  const hour = (time: string) => (times.is_all_day ? '' : time.slice(11, 16))
  return {
    ...times,
    valid_from: hour(times.valid_from),
    valid_to: `${days} ${hour(times.valid_to)}`,
    repeat_duration_count: null,
    repeat_custom_mode: times.repeat_mode === 'custom' ? times.repeat_custom_mode : null,
  }
}

const sorted = (values: object) => Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b))
