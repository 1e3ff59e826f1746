import type { MailMacro } from './api'

/** A macro as it stands in a text. */
export const macroText = (name: string) => `{{${name}}}`

const MACRO = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Names in braces that the type does not know: the server would refuse them. */
export function unknownMacros(text: string, macros: MailMacro[]): string[] {
  const names = [...text.matchAll(MACRO)].map(([, name]) => name ?? '')
  return [...new Set(names)].filter((name) => !macros.some((macro) => macro.name === name))
}

/** A text with something put in place of what is selected. */
export function insertAt(text: string, what: string, from: number, to: number) {
  const start = Math.min(Math.max(from, 0), text.length)
  const end = Math.min(Math.max(to, start), text.length)
  return { text: text.slice(0, start) + what + text.slice(end), caret: start + what.length }
}
