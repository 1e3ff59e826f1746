import { expect, test, vi } from 'vitest'
import { whilePageLives } from './whilePageLives'

const shown = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test('what a page ends when it is left begins anew when the browser brings it back', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const leave = whilePageLives(start)
  shown(false)
  expect(start).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('pagehide'))
  expect(stop).toHaveBeenCalledTimes(1)
  shown(true)
  expect(start).toHaveBeenCalledTimes(2)
  leave()
  expect(stop).toHaveBeenCalledTimes(2)
  shown(true)
  expect(start).toHaveBeenCalledTimes(2)
})
