import { useDateFormat } from './useDateFormat'
import { useNow } from './useNow'

/** "5 minutes ago", with the exact time and its zone in the tooltip; a dash for no time. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const format = useDateFormat()
  const now = useNow()
  if (!value) return <span aria-hidden>—</span>
  return (
    <time dateTime={value} title={format.exact(value)}>
      {format.relative(value, laterOf(now, value))}
    </time>
  )
}

/** A moment that arrived since the last tick would otherwise read "in a few seconds". */
function laterOf(now: Date, value: string): Date {
  const moment = new Date(value)
  const isJustPast = moment > now && moment <= new Date()
  return isJustPast ? moment : now
}

/** The exact time, with its zone in the tooltip. */
export function ExactTime({ value }: { value: string | null | undefined }) {
  const format = useDateFormat()
  if (!value) return <span aria-hidden>—</span>
  return (
    <time dateTime={value} title={format.exact(value)} className="tabular">
      {format.dateTime(value)}
    </time>
  )
}
