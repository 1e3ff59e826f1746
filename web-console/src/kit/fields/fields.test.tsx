import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  columnsOf,
  detailsOf,
  filtersOf,
  formText,
  formTexts,
  ref,
  special,
  tableHeadings,
  text,
} from '.'

interface Card {
  name: string
  note: string | null
  profile: { phone: string | null } | null
  role: { id: number; name: string } | null
}

const fields = [
  text('name', { column: { isMain: true }, filter: true, preview: false, isInTable: true }),
  formText('note', { filter: true, isInTable: true }),
  text('profile.phone', { column: {}, isInTable: true }),
  ref('role', { column: {}, filter: { type: 'choice', field: 'role_id' } }),
  special('state', { column: {}, preview: 'first' }),
] as const

const label = (name: string) => name.toUpperCase()
const anna: Card = { name: 'Anna', note: null, profile: { phone: '+31' }, role: null }

describe('fields', () => {
  test('a column for each that has one, in their order, drawn as its kind or cell says', () => {
    const columns = columnsOf<Card>(fields, label, { state: () => 'there' })
    expect(columns.map(({ key, title }) => [key, title])).toEqual([
      ['name', 'NAME'],
      ['phone', 'PHONE'],
      ['role', 'ROLE'],
      ['state', 'STATE'],
    ])
    expect(columns.map((column) => column.render(anna))).toEqual(['Anna', '+31', '—', 'there'])
    expect(columns[1]?.render({ ...anna, profile: null })).toBe('—')
  })

  test('a preview of all but those that it leaves out, what comes first first', () => {
    const rows = detailsOf<Card>(fields, label, anna, { state: () => <b>there</b> })
    expect(rows.map(([name]) => name)).toEqual(['STATE', 'NOTE', 'PHONE', 'ROLE'])
    render(<>{rows[0]?.[1]}</>)
    expect(screen.getByText('there')).toBeVisible()
  })

  test('what is special and has no cell is an error, not an empty place', () => {
    expect(() => detailsOf<Card>(fields, label, anna)).toThrow('state has no cell')
  })

  test('a filter for each that has one, with options of its own or left out', () => {
    const options = [{ value: 1, label: 'Guard' }]
    expect(filtersOf(fields, label, { role: { options } })).toEqual([
      { field: 'name', label: 'NAME', type: 'text' },
      { field: 'note', label: 'NOTE', type: 'text' },
      { field: 'role_id', label: 'ROLE', type: 'choice', options },
    ])
    expect(filtersOf(fields, label, { role: false }).map(({ field }) => field)).toEqual([
      'name',
      'note',
    ])
  })

  test('the texts of a form are as long as the server takes, blank is null', () => {
    const texts = formTexts(fields, { note: { maxLength: 5 } })
    const schema = z.object(texts.shape)
    expect(texts.empty).toEqual({ note: '' })
    expect(texts.toForm({ note: null })).toEqual({ note: '' })
    expect(schema.parse({ note: ' ' })).toEqual({ note: null })
    expect(schema.safeParse({ note: '123456' }).success).toBe(false)
  })

  test('the headings of a table', () => {
    expect(tableHeadings(fields)).toEqual(['name', 'note', 'phone'])
  })
})
