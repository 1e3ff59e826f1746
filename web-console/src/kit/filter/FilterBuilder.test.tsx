import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Filters } from '@/api/list'
import { renderApp } from '@/testing/renderApp'
import { NO_FILTERS } from '../list'
import type { FilterField } from './fields'
import { FilterBuilder } from './FilterBuilder'
import { FilterChips } from './FilterChips'

/** The calendar is fetched when it is needed. */
const WAIT = { timeout: 10_000 }

const fields: FilterField[] = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'is_active', label: 'Active', type: 'boolean' },
]

test('a condition is applied once it has a value', async () => {
  const onApply = vi.fn<(filters: Filters) => void>()
  renderApp(<FilterBuilder fields={fields} value={NO_FILTERS} onApply={onApply} />)
  await userEvent.click(screen.getByRole('button', { name: /Filter/ }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Value' }), 'lobby{Enter}')
  expect(onApply).toHaveBeenCalledWith({
    match: 'match_all',
    items: [{ field: 'name', rule: 'has', value: 'lobby' }],
  })
})

test('a condition without a value is not applied', async () => {
  const onApply = vi.fn<(filters: Filters) => void>()
  renderApp(<FilterBuilder fields={fields} value={NO_FILTERS} onApply={onApply} />)
  await userEvent.click(screen.getByRole('button', { name: /Filter/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
  expect(onApply).toHaveBeenCalledWith(NO_FILTERS)
})

test('a chip says its condition in words and drops it', async () => {
  const onChange = vi.fn<(filters: Filters) => void>()
  const value: Filters = {
    match: 'match_any',
    items: [
      { field: 'name', rule: 'begins_with', value: 'a' },
      { field: 'is_active', rule: 'is', value: true },
    ],
  }
  renderApp(<FilterChips fields={fields} value={value} onChange={onChange} />)
  expect(screen.getByText('Active is Yes')).toBeInTheDocument()
  await userEvent.click(
    screen.getByRole('button', { name: 'Remove the condition: Name begins with a' }),
  )
  expect(onChange).toHaveBeenCalledWith({ match: 'match_any', items: [value.items[1]] })
})

test('a day that is chosen begins at midnight, not at the minute at which somebody looks', async () => {
  const onApply = vi.fn<(filters: Filters) => void>()
  const time: FilterField[] = [{ field: 'at', label: 'When', type: 'time' }]
  const value: Filters = {
    match: 'match_all',
    items: [{ field: 'at', rule: 'equals_above', value: null }],
  }
  renderApp(<FilterBuilder fields={time} value={value} onApply={onApply} />)
  await userEvent.click(screen.getByRole('button', { name: /Filter/ }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value' })).toBeEnabled(), WAIT)
  await userEvent.click(screen.getByRole('textbox', { name: 'Value' }))
  const days = await screen.findAllByText('15', { selector: '.ant-picker-cell-in-view *' })
  await userEvent.click(days[0]!)
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  const chosen = new Date(String(onApply.mock.calls[0]?.[0].items[0]?.value))
  expect([chosen.getHours(), chosen.getMinutes(), chosen.getSeconds()]).toEqual([0, 0, 0])
})
