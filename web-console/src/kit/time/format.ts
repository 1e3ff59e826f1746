import dayjs, { type Dayjs } from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import type { TimeFormat } from '@/api/profile'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.extend(relativeTime)

/** How the date of each format of the profile is shown. */
const DATE_PATTERNS: Record<TimeFormat, string> = {
  'DD-MM-YYYY': 'DD.MM.YYYY',
  'MM-DD-YYYY': 'MM/DD/YYYY',
  'YYYY-MM-DD': 'YYYY-MM-DD',
}

const TIME_PATTERN = 'HH:mm:ss'

/** The patterns' parts of a moment in a zone. */
const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** What a person's dates look like. */
export interface DateSettings {
  format: TimeFormat
  /** IANA name; empty means the zone of this machine. */
  zone: string
  locale: string
}

export interface DateFormat extends DateSettings {
  /** Pattern for pickers. */
  datePattern: string
  dateTimePattern: string
  /** A moment in the person's zone. */
  at: (moment: string | Date) => Dayjs
  date: (moment: string | Date) => string
  dateTime: (moment: string | Date) => string
  /** Date, time and the name of the zone. */
  exact: (moment: string | Date) => string
  /** As "5 minutes ago". */
  relative: (moment: string | Date, now?: Date) => string
}

const made = new Map<string, DateFormat>()

/** One for the same settings, however many cells of a list ask. */
export function dateFormat({ format, zone, locale }: DateSettings): DateFormat {
  const key = [format, zone, locale].join('|')
  const known = made.get(key)
  if (known) return known
  const fresh = makeDateFormat({ format, zone, locale })
  made.set(key, fresh)
  return fresh
}

function makeDateFormat({ format, zone, locale }: DateSettings): DateFormat {
  const datePattern = DATE_PATTERNS[format]
  const dateTimePattern = `${datePattern} ${TIME_PATTERN}`
  const zoneName = isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const at = (moment: string | Date) => dayjs(moment).tz(zoneName).locale(locale)
  // dayjs finds the zone anew for every moment, which lists of hundreds of times would wait for.
  const parts = new Intl.DateTimeFormat('en', { ...PARTS, timeZone: zoneName })
  const write = (moment: string | Date, pattern: string) => {
    const date = new Date(moment)
    return Number.isNaN(date.getTime()) ? at(moment).format(pattern) : fill(pattern, parts, date)
  }
  return {
    format,
    zone: zoneName,
    locale,
    datePattern,
    dateTimePattern,
    at,
    date: (moment) => write(moment, datePattern),
    dateTime: (moment) => write(moment, dateTimePattern),
    exact: (moment) => `${write(moment, dateTimePattern)} (${zoneName})`,
    // How long ago something was is the same in every zone.
    relative: (moment, now = new Date()) => dayjs(moment).locale(locale).from(now),
  }
}

function fill(pattern: string, parts: Intl.DateTimeFormat, date: Date): string {
  const of = Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))
  const values: Record<string, string | undefined> = {
    YYYY: of.year?.padStart(4, '0'),
    MM: of.month,
    DD: of.day,
    HH: of.hour,
    mm: of.minute,
    ss: of.second,
  }
  return pattern.replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (name) => values[name] ?? name)
}

/** A zone that this browser does not know would make every date throw. */
function isZone(zone: string): boolean {
  if (!zone) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}
