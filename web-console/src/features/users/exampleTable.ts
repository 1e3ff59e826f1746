import { tableHeadings } from '@/kit/fields'
import { userFields } from './fields'

const HEADINGS = [...tableHeadings(userFields), 'role', 'groups']
const ROWS: Record<string, string>[] = [
  {
    name: 'Anna Petrova',
    email: 'anna@example.com',
    phone: '+31201234567',
    groups: 'Site / House 1',
  },
  {
    name: 'Tom Becker',
    login: 'tom.becker',
    address: 'Flat 12',
    description: 'Lives with Anna',
    groups: 'Site / House 1; Garage',
  },
]

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A small table as the import wants it. */
export function exampleTable(): string {
  return [HEADINGS, ...ROWS.map((row) => HEADINGS.map((name) => row[name] ?? ''))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
}
