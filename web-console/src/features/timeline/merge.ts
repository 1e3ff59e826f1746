/** Something that happened, from one of the logs. */
export interface Entry<Kind extends string = string> {
  kind: Kind
  id: number
  /** RFC 3339. */
  at: string
}

/** One log: what was fetched of it, newest first, and whether there is more. */
export interface Source<Item extends Entry> {
  entries: Item[]
  hasOlder: boolean
}

/**
 * Several logs as one, newest first, no further back than each of them is known: older entries of
 * one log would hide that another has some between them.
 */
export function mergeSources<Item extends Entry>(sources: Source<Item>[], count: number): Item[] {
  const horizon = Math.max(
    ...sources.map(({ entries, hasOlder }) => {
      const oldest = hasOlder ? entries.at(-1) : undefined
      return oldest ? Date.parse(oldest.at) : -Infinity
    }),
  )
  return sources
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => Date.parse(at) >= horizon)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
    .slice(0, count)
}

/** Entries of one day after another, by the day that `dayOf` gives each. */
export function byDay<Item extends Entry>(
  entries: Item[],
  dayOf: (at: string) => string,
): { day: string; entries: Item[] }[] {
  const days: { day: string; entries: Item[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
