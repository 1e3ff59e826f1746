/** As the API counts: 1 is Monday. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const DAY = 24 * 60
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** A time of day as people write it; 24:00 is the end of the day. */
export const isTimeOfDay = (text: string): boolean => text === '24:00' || TIME.test(text)

/** Minutes since midnight. */
export function minuteOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Hours that end at midnight end at the end of the day. */
export const hoursOf = (weekdays: readonly Weekday[], from: number, to: number) => ({
  weekdays: weekdays.map(Number),
  from_minute: from % DAY,
  to_minute: to === 0 ? DAY : to,
})
