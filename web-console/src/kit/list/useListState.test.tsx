import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { useListState } from './useListState'

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/projects']}>{children}</MemoryRouter>
)
const rendered = () =>
  renderHook(() => ({ list: useListState(), navigate: useNavigate() }), { wrapper })

test('a search that was typed before a dialog opened leaves it open', () => {
  const { result } = rendered()
  const typed = result.current.list.set
  act(() => result.current.list.set({ dialog: '7' }))
  act(() => typed({ search: 'garden' }))
  expect(result.current.list.state).toMatchObject({ dialog: '7', search: 'garden' })
})

test('two changes at once both hold', () => {
  const { result } = rendered()
  act(() => {
    result.current.list.set({ search: 'garden' })
    result.current.list.set({ dialog: '7' })
  })
  expect(result.current.list.state).toMatchObject({ dialog: '7', search: 'garden' })
})

test('what somebody closed by going back does not come again', () => {
  const { result } = rendered()
  act(() => result.current.list.set({ dialog: '7' }))
  act(() => void result.current.navigate(-1))
  act(() => result.current.list.set({ search: 'garden' }))
  expect(result.current.list.state).toMatchObject({ dialog: '', search: 'garden' })
})
