import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isReachable, recordAnswer, recordSilence, subscribeToReachability } from './reachability'

// Tests before these may have had answers.
beforeEach(recordSilence)

afterEach(() => {
  vi.restoreAllMocks()
})

const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

test('a machine with loopback alone is not offline while the platform on it answers', () => {
  offline()
  expect(isReachable()).toBe(false)
  recordAnswer()
  expect(isReachable()).toBe(true)
})

test('a network that goes away is away whatever had answered before', () => {
  recordAnswer()
  offline()
  window.dispatchEvent(new Event('offline'))
  expect(isReachable()).toBe(false)
})

test('a call without an answer is away where the browser says so too', () => {
  recordAnswer()
  recordSilence()
  expect(isReachable()).toBe(true)
  offline()
  expect(isReachable()).toBe(false)
})

test('who waits hears of an answer once, and not of every further one', () => {
  offline()
  const heard = vi.fn()
  const stop = subscribeToReachability(heard)
  recordAnswer()
  recordAnswer()
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
})
