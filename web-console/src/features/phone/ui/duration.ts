/** Hours, minutes and seconds of a number of seconds. */
function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return { h: Math.floor(whole / 3_600), m: Math.floor(whole / 60) % 60, s: whole % 60 }
}

const two = (value: number) => String(value).padStart(2, '0')

/** As a clock has it: 0:09, 12:30, 1:02:05. */
export function clock(seconds: number): string {
  const { h, m, s } = split(seconds)
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The largest parts of a duration, for a person: hours and minutes, minutes and seconds, seconds. */
export function durationParts(seconds: number): {
  key: 'h' | 'm' | 's'
  values: Record<string, number>
} {
  const { h, m, s } = split(seconds)
  if (h > 0) return { key: 'h', values: { h, m } }
  if (m > 0) return { key: 'm', values: { m, s } }
  return { key: 's', values: { s } }
}
