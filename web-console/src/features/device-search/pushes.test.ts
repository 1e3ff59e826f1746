import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  applyPush,
  expectSearch,
  forgetSearch,
  searchHandlers,
  showSearch,
  useSearch,
  type SearchView,
} from './pushes'

const SEARCH: SearchView = {
  request_id: 'mine',
  state: 'running',
  done: 0,
  total: 40,
  devices: [],
}
const found = (serial: string, request_id = 'mine') => ({
  type: 'device_search.found',
  request_id,
  device: {
    serial_number: serial,
    model: 'AA-12',
    type: 'panel',
    ip_address: '10.0.0.3',
    port: 80,
  },
})
const push = (data: { type: string }) =>
  act(() => searchHandlers[data.type]!(data as never, {} as never))

afterEach(forgetSearch)

test('a search hears of its own devices only, and of each once', () => {
  const after = [found('a'), found('b', 'other'), found('a')].reduce(applyPush, SEARCH)
  expect(after.devices.map(({ serial_number: serial }) => serial)).toEqual(['a'])
})

test('progress never goes back, whatever order its pushes come in', () => {
  const progress = (done: number) => ({
    type: 'device_search.progress',
    request_id: 'mine',
    done,
    total: 40,
  })
  const after = [progress(32), progress(16)].reduce(applyPush, SEARCH)
  expect(after.done).toBe(32)
})

test('a model that the platform does not know has no type', () => {
  const unknown = { ...found('a'), device: { ...found('a').device, type: '' } }
  expect(applyPush(SEARCH, unknown).devices[0]!.type).toBeNull()
})

test('what is pushed before the answer to its beginning is not lost', () => {
  const { result } = renderHook(useSearch)
  act(() => expectSearch('mine', 40))
  push(found('a'))
  push({ type: 'device_search.progress', request_id: 'mine', done: 16, total: 40 } as never)
  act(() => showSearch(SEARCH))
  expect(result.current).toMatchObject({ done: 16, devices: [{ serial_number: 'a' }] })
  push({
    type: 'device_search.finished',
    request_id: 'mine',
    state: 'finished',
    done: 40,
    total: 40,
  } as never)
  expect(result.current).toMatchObject({ state: 'finished', done: 40 })
})
