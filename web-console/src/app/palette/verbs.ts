/** What can be done with something that was found, by its name in the palette. */
export const VERBS = ['open', 'revoke', 'call'] as const
export type Verb = (typeof VERBS)[number]

/** Of which kind of the search the object of each verb is. */
export const OBJECTS: Readonly<Record<Verb, string>> = {
  open: 'device',
  revoke: 'identifier',
  call: 'sip_number',
}

export interface Order {
  verb: Verb
  /** What it is to be done with, as it was typed. */
  target: string
}

/** "open main gate" in a verb and its object. `words` has what each verb is called, apart by spaces. */
export function parseOrder(typed: string, words: Record<Verb, string>): Order | undefined {
  const [, first = '', target = ''] = /^(\S+)\s+(.*)$/.exec(typed) ?? []
  const verb = VERBS.find((each) => words[each].split(' ').includes(first.toLowerCase()))
  return verb && target ? { verb, target } : undefined
}
