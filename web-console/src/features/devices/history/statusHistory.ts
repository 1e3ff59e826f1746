import type { ListDeviceStatusHistoryResponse } from '../api'

export type SegmentStatus = 'online' | 'offline' | 'unknown'
export type SegmentReason = 'broker' | 'no_answer' | 'call' | 'silence'

/** A time in which nothing changed, in milliseconds. */
export interface Segment {
  status: SegmentStatus
  from: number
  to: number
  /** Why it began; undefined where that is not known. */
  reason?: SegmentReason
}

export interface Summary {
  /** Of the time that is known, from 0 to 1; undefined where none is. */
  onlineShare?: number
  /** Times offline, the last first. */
  outages: Segment[]
  /** Milliseconds offline. */
  offline: number
}

/** The history as times one after the other, without gaps. */
export function segmentsOf(history: ListDeviceStatusHistoryResponse): Segment[] {
  const [start, end] = [moment(history.from), moment(history.to)]
  const changes = history.items.filter(({ at }) => moment(at) <= end)
  const segments: Segment[] = []
  let current: Segment = { status: history.status_before ?? 'unknown', from: start, to: end }
  for (const { status, at, reason } of changes) {
    const begins = Math.max(moment(at), start)
    if (begins > current.from) segments.push({ ...current, to: begins })
    current = { status: status ?? 'unknown', from: begins, to: end, reason: reason ?? undefined }
  }
  if (current.to > current.from) segments.push(current)
  return merged(segments)
}

/** What is the same twice is one. */
function merged(segments: Segment[]): Segment[] {
  const result: Segment[] = []
  for (const segment of segments) {
    const last = result.at(-1)
    if (last?.status === segment.status) last.to = segment.to
    else result.push({ ...segment })
  }
  return result
}

export function summaryOf(segments: Segment[]): Summary {
  const lengthOf = (status: SegmentStatus) =>
    segments
      .filter((segment) => segment.status === status)
      .reduce((sum, { from, to }) => sum + to - from, 0)
  const [online, offline] = [lengthOf('online'), lengthOf('offline')]
  return {
    onlineShare: online + offline > 0 ? online / (online + offline) : undefined,
    outages: segments.filter(({ status }) => status === 'offline').toReversed(),
    offline,
  }
}

/** Whole percent; what was away for a moment is not 100. */
export const percentOf = (share: number): number =>
  share === 1 ? 100 : Math.min(99, Math.round(share * 100))

const moment = (text: string | null | undefined): number => (text ? new Date(text).getTime() : 0)
