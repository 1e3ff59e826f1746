import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { oneOf, preference, readPreference, usePreference } from './preferences'

const density = preference('density', 'middle', oneOf(['small', 'middle', 'large']))

test('a value that was never stored is the default', () => {
  expect(readPreference(density)).toBe('middle')
})

test('a stored value that makes no sense is ignored', () => {
  for (const text of ['"huge"', '{', '12']) {
    localStorage.setItem('density', text)
    expect(readPreference(density)).toBe('middle')
  }
})

test('every reader of a setting sees a change of it', () => {
  const one = renderHook(() => usePreference(density))
  const two = renderHook(() => usePreference(density))
  act(() => one.result.current[1]('large'))
  expect(two.result.current[0]).toBe('large')
  expect(localStorage.getItem('density')).toBe('"large"')
})
