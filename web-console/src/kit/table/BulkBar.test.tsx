import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { BulkBar } from './BulkBar'
import type { Selection } from './useSelection'
import type { WholeList } from './useWholeList'

const rows = [{ id: 1 }, { id: 2 }]
const selection = { rows, clear: vi.fn() } as unknown as Selection<{ id: number }>
const whole = (parts: Partial<WholeList>): WholeList => ({
  total: 2_345,
  progress: undefined,
  select: vi.fn(async () => undefined),
  stop: vi.fn(),
  ...parts,
})

test('with rows selected the whole of the filter can be', async () => {
  const list = whole({})
  renderApp(<BulkBar selection={selection} actions={[]} whole={list} />)
  await userEvent.click(screen.getByRole('button', { name: 'Select all 2345 of this list' }))
  expect(list.select).toHaveBeenCalledTimes(1)
})

test('a list of more than can be counted says how many are selected', () => {
  renderApp(<BulkBar selection={selection} actions={[]} whole={whole({ total: 10_001 })} />)
  expect(screen.getByText('Select the first 10000 of this list')).toBeInTheDocument()
})

test('while rows are fetched it says how far it is, and can be stopped', async () => {
  const list = whole({ progress: 500 })
  renderApp(<BulkBar selection={selection} actions={[]} whole={list} />)
  await userEvent.click(screen.getByText('500 of 2345 · Stop'))
  expect(list.stop).toHaveBeenCalledTimes(1)
})

test('with everything selected nothing more is offered', () => {
  renderApp(<BulkBar selection={selection} actions={[]} whole={whole({ total: 2 })} />)
  expect(screen.queryByText(/Select all/)).not.toBeInTheDocument()
})
