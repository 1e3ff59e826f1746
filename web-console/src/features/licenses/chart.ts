import type { LicenseDay } from './api'

export interface Point {
  date: string
  peak: number
  mean: number
  maximum: number | null
}

/** The days of one kind, in their order; days without a sample are left out. */
export function pointsOf(days: LicenseDay[], kind: string): Point[] {
  return days.flatMap(({ date, counts }) => {
    const count = counts.find((item) => item.kind === kind)
    return count ? [{ date, peak: count.peak, mean: count.mean, maximum: count.maximum }] : []
  })
}
