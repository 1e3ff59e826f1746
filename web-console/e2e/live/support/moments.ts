/** Moments of the site's clock, which is UTC, as is that of its devices. */

const DAY = 24 * 60 * 60 * 1000

/** Noon of the first working day after today: inside "weekdays 8 to 18", which begins today. */
export function workingNoon(today = new Date()): Date {
  const noon = new Date(today)
  noon.setUTCHours(12, 0, 0, 0)
  do noon.setTime(noon.getTime() + DAY)
  while (isWeekend(noon))
  return noon
}

/** An hour before midnight of that day: outside. */
export function lateEvening(today = new Date()): Date {
  const evening = workingNoon(today)
  evening.setUTCHours(23)
  return evening
}

const isWeekend = (moment: Date) => moment.getUTCDay() === 0 || moment.getUTCDay() === 6
