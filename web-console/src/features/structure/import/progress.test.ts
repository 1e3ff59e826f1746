import { renderHook, act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { importHandlers, shareOf, useImportProgress } from './progress'

const push = (data: object) =>
  act(() => importHandlers.structure_import!({ type: 'structure_import', ...data }, {} as never))

test('an import hears of its own progress only', () => {
  const { result } = renderHook(() => useImportProgress('mine'))
  push({ token: 'other', phase: 'groups', done: 5, total: 10 })
  expect(result.current).toBeUndefined()
  push({ token: 'mine', phase: 'groups', done: 5, total: 10 })
  expect(result.current).toEqual({ token: 'mine', phase: 'groups', done: 5, total: 10 })
})

test('a message of another shape is no progress', () => {
  const { result } = renderHook(() => useImportProgress('mine'))
  push({ token: 'mine', phase: 'users', done: '5', total: 10 })
  expect(result.current?.phase).not.toBe('users')
})

test('the share never passes the whole, and is none before anything is counted', () => {
  const progress = { token: 'mine', phase: 'users' }
  expect([0, 5, 12].map((done) => shareOf({ ...progress, done, total: 10 }))).toEqual([0, 0.5, 1])
  expect(shareOf({ ...progress, done: 0, total: 0 })).toBe(0)
})
