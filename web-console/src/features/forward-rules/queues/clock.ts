const two = (value: number) => String(value).padStart(2, '0')

/** Seconds of a call as minutes and seconds: "1:05". */
export const stopwatch = (seconds: number) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`

/** Seconds since midnight as hours and minutes: "08:30"; the end of the day is "24:00". */
export const clockTime = (seconds: number) =>
  `${two(Math.floor(seconds / 3_600))}:${two(Math.floor((seconds % 3_600) / 60))}`
