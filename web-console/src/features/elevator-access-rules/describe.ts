import type { TFunction } from 'i18next'

/** Floors in few signs, from the lowest: [1, 3, 4, 5] -> "1, 3–5". */
export function floorRanges(floors: readonly number[]): string {
  const parts: [number, number][] = []
  for (const floor of floors.toSorted((a, b) => a - b)) {
    const last = parts.at(-1)
    if (last && floor <= last[1] + 1) last[1] = Math.max(last[1], floor)
    else parts.push([floor, floor])
  }
  return parts
    .map(([from, to]) => {
      if (from === to) return String(from)
      return to === from + 1 ? `${from}, ${to}` : `${from}–${to}`
    })
    .join(', ')
}

interface Rule {
  users: readonly { name: string }[]
  elevators: readonly { name: string; floors: readonly number[] }[]
}

interface Wording {
  /** Texts of this feature. */
  text: TFunction<'elevator-access-rules'>
  /** Of the commas and the "and". */
  locale: string
}

/** Names that a sentence holds; the others are counted. */
const SHOWN = 3

/** What a rule does, in a sentence: "Anna and Bram may go to floors 3–5 of North lift." */
export function ruleInWords({ users, elevators }: Rule, { text, locale }: Wording): string {
  const join = (parts: string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  const short = (parts: string[]) =>
    parts.length > SHOWN + 1
      ? [...parts.slice(0, SHOWN), text('options.words.more', { count: parts.length - SHOWN })]
      : parts
  const given = elevators.filter(({ floors }) => floors.length > 0)
  if (given.length === 0) return text('options.words.noFloor')
  if (users.length === 0) return text('options.words.nobody')
  return text('options.words.gives', {
    who: join(short(users.map(({ name }) => name))),
    where: join(
      short(
        given.map(({ name, floors }) =>
          text('options.words.floorsOf', {
            count: floors.length,
            floors: floorRanges(floors),
            name,
          }),
        ),
      ),
    ),
  })
}
