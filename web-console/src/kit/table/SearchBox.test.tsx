import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function box() {
  const onSearch = vi.fn<(text: string) => void>()
  const view = render(<SearchBox value="" onSearch={onSearch} />)
  const input = screen.getByRole('searchbox')
  return {
    onSearch,
    input,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    pause: () => {
      act(() => {
        vi.advanceTimersByTime(300)
      })
    },
    become: (value: string) => view.rerender(<SearchBox value={value} onSearch={onSearch} />),
  }
}

test('what is typed while the list answers is kept, and asked next', () => {
  const { onSearch, input, type, pause, become } = box()
  type('f')
  pause()
  type('flat 1')
  become('f')
  expect(input).toHaveValue('flat 1')
  pause()
  expect(onSearch.mock.calls).toEqual([['f'], ['flat 1']])
})

test('answers that come late, together or in turn, take nothing away', () => {
  const { input, type, pause, become } = box()
  for (const text of ['f', 'fl', 'fla']) {
    type(text)
    pause()
  }
  type('flat')
  for (const value of ['f', 'fla']) become(value)
  expect(input).toHaveValue('flat')
})

test('a space between two words is not lost while nothing is typed', () => {
  const { onSearch, input, type, pause, become } = box()
  type('flat ')
  pause()
  become('flat')
  expect(input).toHaveValue('flat ')
  pause()
  expect(onSearch).toHaveBeenCalledTimes(1)
})

test('a search that comes from elsewhere is shown', () => {
  const { onSearch, input, type, pause, become } = box()
  type('flat')
  pause()
  become('flat')
  become('tower')
  expect(input).toHaveValue('tower')
  pause()
  expect(onSearch).toHaveBeenCalledTimes(1)
})
