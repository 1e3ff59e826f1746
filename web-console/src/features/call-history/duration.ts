/** Seconds cut into what people say: hours only where there are some, seconds only below an hour. */
export function durationParts(seconds: number): {
  hours: number
  minutes: number
  seconds: number
} {
  const whole = Math.max(0, Math.round(seconds))
  return {
    hours: Math.floor(whole / 3_600),
    minutes: Math.floor((whole % 3_600) / 60),
    seconds: whole % 60,
  }
}

/** Which of the texts says it best: `options.durations.<form>`. */
export function durationForm(seconds: number): 'none' | 'seconds' | 'minutes' | 'hours' {
  const parts = durationParts(seconds)
  if (parts.hours > 0) return 'hours'
  if (parts.minutes > 0) return 'minutes'
  return parts.seconds > 0 ? 'seconds' : 'none'
}
