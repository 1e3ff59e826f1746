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

/** Whether a text may be a name: an e-mail is none, nor is a number of any sort. */
export function isName(search: string): boolean {
  const isNumber = /^\+?[\d\s()-]{4,}$/.test(search) || /^(?:[\da-f]{2}[-:\s]?){3,}$/i.test(search)
  return !search.includes('@') && !(isNumber && /\d/.test(search))
}
