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

export function dateFormat(settings: DateSettings): DateFormat {
  const { format, zone, locale } = settings
  const datePattern = DATE_PATTERNS[format]
  const dateTimePattern = `${datePattern} ${TIME_PATTERN}`
  const zoneName = isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const at = (moment: string | Date) => dayjs(moment).tz(zoneName).locale(locale)
  return {
    format,
    zone: zoneName,
    locale,
    datePattern,
    dateTimePattern,
    at,
    date: (moment) => at(moment).format(datePattern),
    dateTime: (moment) => at(moment).format(dateTimePattern),
    exact: (moment) => `${at(moment).format(dateTimePattern)} (${zoneName})`,
    relative: (moment, now = new Date()) => at(moment).from(at(now)),
  }
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
