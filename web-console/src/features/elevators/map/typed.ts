/** "1, 2 5" -> ["1", "2", "5"]. */
export const typedWords = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

/** Numbers of a typed list; "3-6" is 3, 4, 5, 6. What is no number stays wrong, so that it is told. */
export const typedNumbers = (text: string): number[] =>
  typedWords(text).flatMap((part) => {
    const [, first, last] = /^(\d{1,3})-(\d{1,3})$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (last === undefined || to < from) return [Number(part)]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
