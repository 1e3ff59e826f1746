import { expect, test, vi } from 'vitest'
import { collectAll } from './useWholeList'

const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_row, at) => ({ id: from + at }))
const options = () => ({ signal: new AbortController().signal, onProgress: vi.fn() })

test('all rows of the filter are collected, page after page, each once', async () => {
  const pages = [rowsOf(1, 500), rowsOf(500, 500), rowsOf(1000, 20)]
  const ask = vi.fn(async (page: number) => ({
    items: pages[page - 1] ?? [],
    total: 1_019,
    page,
    size: 500,
  }))
  const { signal, onProgress } = options()
  const rows = await collectAll(ask, { signal, onProgress })
  expect(rows?.map(({ id }) => id)).toEqual(rowsOf(1, 1_019).map(({ id }) => id))
  expect(ask).toHaveBeenCalledTimes(3)
  expect(onProgress.mock.calls.flat()).toEqual([500, 999, 1_019])
})

test('no more than ten thousand rows are selected at once', async () => {
  const ask = vi.fn(async (page: number) => ({
    items: rowsOf(page * 500, 500),
    total: 10_001,
    page,
    size: 500,
  }))
  expect(await collectAll(ask, options())).toHaveLength(10_000)
  expect(ask).toHaveBeenCalledTimes(20)
})

test('a selection that is stopped selects nothing', async () => {
  const stop = new AbortController()
  const ask = vi.fn(async (page: number) => {
    stop.abort()
    return { items: rowsOf(1, 500), total: 2_000, page, size: 500 }
  })
  expect(await collectAll(ask, { signal: stop.signal, onProgress: vi.fn() })).toBeUndefined()
  expect(ask).toHaveBeenCalledTimes(1)
})
