import type { Locale, Texts } from './texts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The two largest parts of a duration in milliseconds; seconds in the last two minutes only. */
export function durationInWords(milliseconds: number, texts: Texts): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds < 2 * MINUTE) return texts.seconds(seconds)
  const minutes = Math.floor(seconds / MINUTE)
  if (seconds < HOUR) return texts.minutes(minutes)
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR)]
  if (days === 0) return joined(texts.hours(hours), minutes % 60, texts.minutes)
  return joined(texts.days(days), hours, texts.hours)
}

const joined = (first: string, rest: number, words: (count: number) => string) =>
  rest > 0 ? `${first} ${words(rest)}` : first

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
} as const
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const

/** A moment in the zone of the site; today's has no date. */
export function momentInWords(moment: string, now: Date, zone: string, locale: Locale): string {
  const date = new Date(moment)
  const isToday = dayOf(date, zone) === dayOf(now, zone)
  return format(date, isToday ? TIME : MOMENT, zone, locale)
}

const dayOf = (date: Date, zone: string) =>
  format(date, { year: 'numeric', month: 'numeric', day: 'numeric' }, zone, 'en')

/** Whether clocks at the site and here show different times. */
export const isOtherZone = (now: Date, zone: string) =>
  zone !== '' && format(now, MOMENT, zone, 'en') !== format(now, MOMENT, '', 'en')

function format(
  date: Date,
  parts: Intl.DateTimeFormatOptions,
  zone: string,
  locale: Locale,
): string {
  // American English writes the day after the month.
  const language = locale === 'en' ? 'en-GB' : locale
  try {
    return new Intl.DateTimeFormat(language, { ...parts, timeZone: zone || undefined }).format(date)
  } catch {
    // A zone that this browser has not heard of.
    return new Intl.DateTimeFormat(language, parts).format(date)
  }
}
