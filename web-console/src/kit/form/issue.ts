/**
 * A failed check as a form error carries it: a key of `errors:validation` and the numbers of its
 * text, in one string because a form error is a string. Server messages are plain sentences.
 */
export function issue(key: string, values: Record<string, number> = {}): string {
  return `@${key}${Object.keys(values).length > 0 ? `|${JSON.stringify(values)}` : ''}`
}

export interface ParsedIssue {
  key: string
  values: Record<string, number>
}

export function parseIssue(message: string): ParsedIssue | undefined {
  if (!message.startsWith('@')) return undefined
  const [key = '', values] = message.slice(1).split('|')
  return { key, values: values ? (JSON.parse(values) as Record<string, number>) : {} }
}
