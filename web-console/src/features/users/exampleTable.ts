const HEADINGS = ['name', 'email', 'login', 'phone', 'address', 'description', 'role', 'groups']
const ROWS = [
  ['Anna Petrova', 'anna@example.com', '', '+31201234567', '', '', '', 'Site / House 1'],
  ['Tom Becker', '', 'tom.becker', '', 'Flat 12', 'Lives with Anna', '', 'Site / House 1; Garage'],
]

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A small table as the import wants it. */
export function exampleTable(): string {
  return [HEADINGS, ...ROWS].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
