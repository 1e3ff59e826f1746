import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './useSelection'

const page = (...ids: number[]) => ids.map((id) => ({ id }))

test('a selection survives a turn of the page', () => {
  const { result, rerender } = renderHook(({ rows }) => useSelection(rows), {
    initialProps: { rows: page(1, 2) },
  })
  act(() => result.current.setVisible([1, 2]))
  rerender({ rows: page(3, 4) })
  act(() => result.current.setVisible([4]))
  expect(result.current.ids).toEqual([1, 2, 4])
  act(() => result.current.setVisible([]))
  expect(result.current.ids).toEqual([1, 2])
})

test('a row is selected and deselected by the same key', () => {
  const { result } = renderHook(() => useSelection(page(1)))
  act(() => result.current.toggle({ id: 1 }))
  expect(result.current.has(1)).toBe(true)
  act(() => result.current.toggle({ id: 1 }))
  expect(result.current.rows).toEqual([])
})

test('another question leaves nothing selected, and the first one back brings nothing back', () => {
  const { result, rerender } = renderHook(({ question }) => useSelection(page(1, 2), question), {
    initialProps: { question: 'lobby' },
  })
  act(() => result.current.setVisible([1, 2]))
  rerender({ question: 'gate' })
  expect(result.current.rows).toEqual([])
  act(() => result.current.toggle({ id: 2 }))
  expect(result.current.ids).toEqual([2])
  rerender({ question: 'lobby' })
  expect(result.current.rows).toEqual([])
})
