/** Days as the API names them, in the order of a calendar. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Neighbouring days as first and last: mon, tue, wed, fri -> (mon, wed), (fri, fri). */
export function runs(days: readonly Weekday[]): [Weekday, Weekday][] {
  const result: [Weekday, Weekday][] = []
  for (const day of days) {
    const run = result.at(-1)
    if (run && WEEKDAYS.indexOf(run[1]) + 1 === WEEKDAYS.indexOf(day)) run[1] = day
    else result.push([day, day])
  }
  return result
}

/** "Mon" or "Monday", in a language. */
export function weekdayName(
  day: Weekday,
  locale: string,
  length: 'short' | 'long' = 'short',
): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)))
  const name = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(date)
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** "Mon–Wed, Fri"; two neighbours are two names. */
export function weekdaysInWords(days: readonly Weekday[], locale: string): string {
  const name = (day: Weekday) => weekdayName(day, locale)
  return runs(WEEKDAYS.filter((day) => days.includes(day)))
    .map(([first, last]) => {
      if (first === last) return name(first)
      const isPair = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === 1
      return `${name(first)}${isPair ? ', ' : '–'}${name(last)}`
    })
    .join(', ')
}
