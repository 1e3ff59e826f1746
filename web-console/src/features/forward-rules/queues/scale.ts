/** Steps of the axis in seconds, from which the finest that fits is taken. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600]

/** Room for the text of a tick, in pixels. */
const TICK_ROOM = 46

export interface Scale {
  /** Seconds of every tick, from 0; the last is at or after the end. */
  ticks: number[]
  /** Seconds -> pixels. */
  x: (seconds: number) => number
}

/** An axis from 0 to at least `end` seconds in a stretch of pixels. */
export function scale(end: number, from: number, to: number): Scale {
  const width = Math.max(to - from, 1)
  const most = Math.max(1, Math.floor(width / TICK_ROOM))
  const step = STEPS.find((each) => end / each <= most) ?? Math.ceil(end / most)
  const count = Math.max(1, Math.ceil(end / step))
  return {
    ticks: Array.from({ length: count + 1 }, (_, at) => at * step),
    x: (seconds) => from + (seconds / (count * step)) * width,
  }
}
