export interface Warning {
  key: 'endsToday' | 'endsIn' | 'endedToday' | 'ended'
  tone: 'warning' | 'error'
  days: number
}

/** What the shell says of a licence status; nothing while all is well, and without any licence. */
export function warningOf(status: string, days: number | null): Warning | undefined {
  const count = days ?? 0
  if (status === 'will_expire') {
    return { key: count === 0 ? 'endsToday' : 'endsIn', tone: 'warning', days: count }
  }
  if (status === 'already_expired') {
    return { key: count === 0 ? 'endedToday' : 'ended', tone: 'error', days: count }
  }
  return undefined
}
