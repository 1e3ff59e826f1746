import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ListQuery } from '@/api/list'
import type { Ref } from '@/api/types'
import { renderApp } from '@/testing/renderApp'
import { PickerInput } from './PickerInput'
import type { PickerSource } from './types'

const people = ['Anna', 'Boris', 'Clara', 'Dmitri'].map((name, at) => ({ id: at + 1, name }))

const source: PickerSource = {
  useList: ({ search = '', page = 1 }: ListQuery) => {
    const items = people.filter(({ name }) => name.toLowerCase().includes(search))
    return {
      data: { items, total: items.length, page, size: 50 },
      isLoading: false,
      isFetching: false,
      refetch: () => undefined,
    }
  },
  sort: 'name',
  label: (row) => people[row.id - 1]!.name,
}

function Field({ isMultiple = false, exclude }: { isMultiple?: boolean; exclude?: number[] }) {
  const [value, setValue] = useState<Ref[]>([])
  return (
    <PickerInput
      title="People"
      source={source}
      value={value}
      onChange={setValue}
      isMultiple={isMultiple}
      exclude={exclude}
    />
  )
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Choose: People' }))
  return screen.findByRole('dialog')
}

// The list draws what is in sight: without a layout, that would be nothing.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(360)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(480)
})

test('one choice closes the dialog and is shown', async () => {
  renderApp(<Field />)
  const dialog = await open()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Boris' }))
  expect(await screen.findByRole('button', { name: 'Remove Boris' })).toBeInTheDocument()
})

test('several are chosen together, and each can be removed', async () => {
  renderApp(<Field isMultiple />)
  const dialog = await open()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Anna' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Clara' }))
  expect(within(dialog).getByText('2 selected')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Choose' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Anna' }))
  expect(screen.queryByText('Anna')).not.toBeInTheDocument()
  expect(screen.getByText('Clara')).toBeInTheDocument()
})

test('the search narrows the rows', async () => {
  renderApp(<Field />)
  const dialog = await open()
  await userEvent.type(within(dialog).getByRole('searchbox'), 'dm')
  await vi.waitFor(() =>
    expect(within(dialog).queryByRole('button', { name: 'Anna' })).not.toBeInTheDocument(),
  )
  expect(within(dialog).getByRole('button', { name: 'Dmitri' })).toBeInTheDocument()
})

test('what is excluded cannot be chosen', async () => {
  renderApp(<Field exclude={[2]} />)
  const dialog = await open()
  expect(within(dialog).getByRole('button', { name: 'Anna' })).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Boris' })).not.toBeInTheDocument()
})
