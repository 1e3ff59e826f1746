/** Whether every word of the search begins a word of the texts: "aud" finds Audit, "anna" does not. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = wordsOf(texts.join(' '))
  return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Kinds that have a number of some sort: a card's, a phone's, a serial. */
const NUMBERED = new Set(['users', 'identifiers', 'devices', 'virtualNumbers'])

/** The kinds in which a text can be found; the fewer, the fewer calls. */
export function isFoundIn(kind: string, search: string): boolean {
  if (search.includes('@')) return kind === 'users'
  const isNumber = /^\+?[\d\s()-]{4,}$/.test(search) || /^(?:[\da-f]{2}[-:\s]?){3,}$/i.test(search)
  return isNumber && /\d/.test(search) ? NUMBERED.has(kind) : true
}
