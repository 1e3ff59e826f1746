import { WEEKDAYS } from '@/kit/time'

/* The words of the recurrence, as the API has them. */
export const REPEAT_MODES = [
  'never',
  'day',
  'week',
  'two_weeks',
  'month',
  'year',
  'custom',
] as const
export const DURATION_MODES = ['infinitely', 'until', 'count'] as const
export const CUSTOM_MODES = ['daily', 'weekly', 'monthly', 'yearly'] as const
export const ITERATIONS = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const
export const DAY_TYPES = [...WEEKDAYS, 'week_day', 'day_off'] as const

export type RepeatMode = (typeof REPEAT_MODES)[number]
export type DurationMode = (typeof DURATION_MODES)[number]
export type CustomMode = (typeof CUSTOM_MODES)[number]

export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => at + 1)

/** The one of the words that a text of the API is; the first when it is none of them. */
export function wordOf<Word extends string>(words: readonly [Word, ...Word[]], text: string): Word {
  return words.find((word) => word === text) ?? words[0]
}
