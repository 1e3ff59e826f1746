import { expect, test, vi } from 'vitest'
import { inBatches, runEach, WIDTH } from './runEach'

const rows = Array.from({ length: 11 }, (_row, at) => ({ id: at }))

test('an item that fails stops no other, and each is reported in its place', async () => {
  const outcomes = await runEach(rows, async ({ id }) => {
    if (id % 5 === 0) throw new Error(`no ${id}`)
  })
  expect(outcomes.map(({ row }) => row)).toEqual(rows)
  expect(outcomes.filter(({ state }) => state === 'failed').map(({ row }) => row.id)).toEqual([
    0, 5, 10,
  ])
  expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(8)
})

test('only so many calls are under way at a time', async () => {
  const waiting: (() => void)[] = []
  const act = vi.fn(async () => new Promise<void>((resolve) => waiting.push(resolve)))
  const run = runEach(rows, act)
  expect(act).toHaveBeenCalledTimes(WIDTH)
  waiting.shift()!()
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(WIDTH + 1))
  while (waiting.length > 0) {
    waiting.shift()!()
    // oxlint-disable-next-line no-await-in-loop -- the next call begins when one has ended
    await Promise.resolve().then(() => Promise.resolve())
  }
  expect(await run).toHaveLength(rows.length)
})

test('after a cancel nothing begins, and what did not is reported as left out', async () => {
  const cancel = new AbortController()
  const act = vi.fn(async ({ id }: { id: number }) => {
    if (id === 0) cancel.abort()
  })
  const outcomes = await runEach(rows, act, { signal: cancel.signal })
  expect(act.mock.calls.length).toBeLessThanOrEqual(WIDTH)
  expect(outcomes.filter(({ state }) => state === 'skipped')).toHaveLength(
    rows.length - act.mock.calls.length,
  )
})

test('items beyond the limit of a call go in further calls', async () => {
  const call = vi.fn(async (batch: { id: number }[]) => batch.map(({ id }) => id))
  expect(await inBatches(rows, 5, call)).toEqual(rows.map(({ id }) => id))
  expect(call.mock.calls.map(([batch]) => batch.length)).toEqual([5, 5, 1])
})
