import type { TFunction } from 'i18next'
import { runs, WEEKDAYS, type Weekday } from '@/kit/time'
import type { TimeRuleForm } from './schema'

export interface Wording {
  /** Texts of this feature. */
  text: TFunction<'time-rules'>
  /** Of the names of months. */
  locale: string
  /** A date such as `2026-11-23`, as the person reads dates. */
  date: (date: string) => string
}

type Rule = Omit<TimeRuleForm, 'name' | 'description'>

/** A schedule in one line: "Weekdays 08:00–18:00, until 31.01.2027". */
export function scheduleInWords(rule: Rule, wording: Wording): string {
  const { text } = wording
  const hours = hoursInWords(rule, text)
  if (rule.repeat_mode === 'never') return onceInWords(rule, wording)
  const line = [daysInWords(rule, wording), hours].join(rule.is_all_day ? ', ' : ' ')
  return [line, endInWords(rule, wording)].filter(Boolean).join(', ')
}

function onceInWords(rule: Rule, { text, date }: Wording): string {
  const [from, to] = [dateOf(rule.valid_from), dateOf(rule.valid_to)]
  if (rule.is_all_day) {
    const days = from === to ? date(from) : `${date(from)} – ${date(to)}`
    return text('options.words.once', { when: `${days}, ${text('options.words.allDay')}` })
  }
  const end = from === to ? hourOf(rule.valid_to) : `${date(to)} ${hourOf(rule.valid_to)}`
  const dash = from === to ? '–' : ' – '
  return text('options.words.once', {
    when: `${date(from)} ${hourOf(rule.valid_from)}${dash}${end}`,
  })
}

function hoursInWords(rule: Rule, text: Wording['text']): string {
  const days = daysBetween(rule.valid_from, rule.valid_to)
  if (rule.is_all_day) {
    return days > 0
      ? text('options.words.wholeDays', { count: days + 1 })
      : text('options.words.allDay')
  }
  const hours = `${hourOf(rule.valid_from)}–${hourOf(rule.valid_to)}`
  if (days === 0) return hours
  return days === 1
    ? text('options.words.nextDay', { hours })
    : text('options.words.daysLater', { hours, count: days })
}

function endInWords(rule: Rule, { text, date }: Wording): string {
  if (rule.repeat_duration_mode === 'until' && rule.repeat_duration_until) {
    return text('options.words.until', { date: date(rule.repeat_duration_until) })
  }
  if (rule.repeat_duration_mode === 'count') {
    return text('options.words.times', { count: rule.repeat_duration_count ?? 1 })
  }
  return ''
}

function daysInWords(rule: Rule, wording: Wording): string {
  const { text, locale } = wording
  const first = dateOf(rule.valid_from)
  switch (rule.repeat_mode) {
    case 'never':
    case 'day':
      return text('options.words.day')
    case 'week':
      return weeksInWords([weekdayOf(first)], 1, text)
    case 'two_weeks':
      return weeksInWords([weekdayOf(first)], 2, text)
    case 'month':
      return [
        text('options.words.month'),
        text('options.words.onDays', { days: Number(first.slice(8)) }),
      ].join(' ')
    case 'year':
      return text('options.words.yearOn', { date: dayAndMonth(first, locale) })
    case 'custom':
      return customInWords(rule, wording)
  }
}

function customInWords(rule: Rule, { text, locale }: Wording): string {
  const count = rule.repeat_custom_looper ?? 1
  const isEach = count === 1
  switch (rule.repeat_custom_mode) {
    case 'daily':
      return isEach ? text('options.words.day') : text('options.words.days', { count })
    case 'weekly':
      return weeksInWords(rule.repeat_custom_weekdays, count, text)
    case 'monthly': {
      const months = isEach ? text('options.words.month') : text('options.words.months', { count })
      return [months, monthDayInWords(rule, text)].join(' ')
    }
    case 'yearly': {
      const years = isEach ? text('options.words.year') : text('options.words.years', { count })
      const months = rule.repeat_custom_monthes.map((month) => monthName(month, locale)).join(', ')
      const day = rule.repeat_custom_use_day_types
        ? monthDayInWords(rule, text)
        : text('options.words.onDays', { days: Number(dateOf(rule.valid_from).slice(8)) })
      return `${years}: ${[months, day].filter(Boolean).join(', ')}`
    }
  }
}

function monthDayInWords(rule: Rule, text: Wording['text']): string {
  const { repeat_custom_day_iteration: iteration, repeat_custom_day_type: type } = rule
  if (!rule.repeat_custom_use_day_types) {
    const days = rule.repeat_custom_days.toSorted((a, b) => a - b).join(', ')
    return text('options.words.onDays', { days: days || '…' })
  }
  if (iteration === null || type === null) return '…'
  const gender = genderOf(text(`options.genders.${type}`))
  return text('options.words.onDayType', {
    iteration: text(`options.iterations.${gender}.${iteration}`),
    type: text(`options.dayNames.${type}`),
  })
}

/** An ordinal agrees with the word that it counts, in languages where words have a gender. */
const genderOf = (text: string) => (text === 'f' || text === 'n' ? text : 'm')

function weeksInWords(days: readonly Weekday[], every: number, text: Wording['text']): string {
  const words = weekInWords(days, text)
  if (every === 1) return words
  const isName = WEEKDAYS.some((day) => words.startsWith(text(`options.weekdays.${day}`)))
  // Inside a line only names keep their capital.
  const inside = isName ? words : words.charAt(0).toLowerCase() + words.slice(1)
  return text('options.words.weeks', { count: every, days: inside })
}

function weekInWords(days: readonly Weekday[], text: Wording['text']): string {
  const set = WEEKDAYS.filter((day) => days.includes(day))
  const key = set.join(' ')
  if (set.length === 7) return text('options.words.day')
  if (key === WEEKDAYS.slice(0, 5).join(' ')) return text('options.words.weekdays')
  if (key === WEEKDAYS.slice(5).join(' ')) return text('options.words.weekends')
  const [only] = set
  if (set.length === 1 && only) return text(`options.every.${only}`)
  return runs(set)
    .map(([first, last]) => shortRun(first, last, text))
    .join(', ')
}

function shortRun(first: Weekday, last: Weekday, text: Wording['text']): string {
  const [from, to] = [text(`options.weekdays.${first}`), text(`options.weekdays.${last}`)]
  if (first === last) return from
  const isPair = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === 1
  return isPair ? `${from}, ${to}` : `${from}–${to}`
}

const dateOf = (time: string) => time.slice(0, 10)
const hourOf = (time: string) => time.slice(11, 16)

/** Days between the dates of two wall-clock times. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(dateOf(to)) - Date.parse(dateOf(from))) / 86_400_000)
}

function weekdayOf(date: string): Weekday {
  // Sunday is 0 to JavaScript, and last to a schedule.
  const at = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return WEEKDAYS[at] ?? 'mon'
}

/** The name of a month, 1 to 12, on its own. */
export const monthName = (month: number, locale: string, style: 'long' | 'short' = 'long') =>
  new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, month - 1, 1)),
  )

const dayAndMonth = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
