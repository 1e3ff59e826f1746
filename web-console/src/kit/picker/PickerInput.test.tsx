import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
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

test('a page that fails is asked once, said to have failed, and asked again by hand', async () => {
  const asked: number[] = []
  let isUp = true
  const houses = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `House ${at + 1}` }))
  const failing: PickerSource = {
    ...source,
    label: (row) => houses[row.id - 1]!.name,
    useList: ({ page = 1, size = 50 }: ListQuery) => {
      const [, refetch] = useState(0)
      useEffect(() => void asked.push(page), [page])
      const isKnown = page === 1 || isUp
      return {
        data: {
          items: isKnown ? houses.slice((page - 1) * size, page * size) : [],
          total: houses.length,
          page: isKnown ? page : 1,
          size,
        },
        error: isKnown ? undefined : { status: 'FETCH_ERROR' },
        isLoading: false,
        isFetching: false,
        refetch: () => refetch((count) => count + 1),
      }
    },
  }
  isUp = false
  // Everything is in sight, so the end of the list is.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(9_000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(9_000)
  renderApp(<PickerInput title="Houses" source={failing} value={[]} onChange={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Choose: Houses' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
  expect(asked).toEqual([1, 2])
  isUp = true
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByRole('button', { name: 'House 51' })).toBeInTheDocument()
})
