import { afterEach, expect, test, vi } from 'vitest'
import { recordAnswer, recordSilence } from '@/api/reachability'
import { importWithRetry, PartNotLoaded } from './importWithRetry'

const NOW = [0, 0, 0]

afterEach(() => void vi.restoreAllMocks())

test('a part that a bad network kept away is loaded again, and nothing reloads', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('page')
  expect(await importWithRetry(load, NOW)).toBe('page')
  expect(load).toHaveBeenCalledTimes(3)
})

test('without a network it is loaded once there is one', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('page')
  const loaded = importWithRetry(load, NOW)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('page')
})

test('a part that never comes is said to be missing, after three more tries', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('gone'))
  await expect(importWithRetry(load, NOW)).rejects.toBeInstanceOf(PartNotLoaded)
  expect(load).toHaveBeenCalledTimes(4)
})

test('where the browser knows of no network a part is loaded once the platform answers', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('page')
  const loaded = importWithRetry(load, NOW)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  recordAnswer()
  expect(await loaded).toBe('page')
  recordSilence()
})
