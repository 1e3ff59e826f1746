import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from './useNow'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const seen: number[] = []
function Clock() {
  const now = useNow()
  seen.push(now.getTime())
  return <p>{now.getTime()}</p>
}

test('the first look after two hours in which nobody looked sees the time, not the last tick', () => {
  const { unmount } = render(<Clock />)
  unmount()
  seen.length = 0
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  render(<Clock />)
  expect(seen[0]).toBe(Date.now())
})

test('the time is renewed while somebody looks', () => {
  render(<Clock />)
  const before = Number(screen.getByRole('paragraph').textContent)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(Number(screen.getByRole('paragraph').textContent)).toBeGreaterThanOrEqual(before + 45_000)
})
