/** Addresses of one search. */
export const MAX_ADDRESSES = 1024

export type RangeProblem = 'start' | 'end' | 'order' | 'size'

/** An IPv4 address as a number; undefined for anything else. */
export function parseAddress(text: string): number | undefined {
  const parts = text.trim().split('.')
  const isAddress =
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && +part <= 255)
  return isAddress ? parts.reduce((number, part) => number * 256 + Number(part), 0) : undefined
}

/** What is wrong with a range before the server is asked, which knows which addresses it may call. */
export function problemOf(start: string, end: string): RangeProblem | undefined {
  const [first, last] = [parseAddress(start), parseAddress(end)]
  if (first === undefined) return 'start'
  if (last === undefined) return 'end'
  if (first > last) return 'order'
  return last - first >= MAX_ADDRESSES ? 'size' : undefined
}

/** How many addresses a range has; undefined for none. */
export function sizeOf(start: string, end: string): number | undefined {
  if (problemOf(start, end)) return undefined
  return parseAddress(end)! - parseAddress(start)! + 1
}
