import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Filters } from '@/api/list'
import { renderApp } from '@/testing/renderApp'
import { NO_FILTERS } from '../list'
import type { FilterField } from './fields'
import { FilterBuilder } from './FilterBuilder'
import { FilterChips } from './FilterChips'

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
