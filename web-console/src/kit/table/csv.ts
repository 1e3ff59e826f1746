/** Begins what a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\n\r;]/

/** Rows of texts as CSV that spreadsheets open with every letter, and take no text for a formula. */
export function toCsv(rows: string[][]): string {
  return `\uFEFF${rows.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !/^[+-]?[\d\s.]+$/.test(text) ? `'${text}` : text
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
