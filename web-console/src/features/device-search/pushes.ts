import { useSyncExternalStore } from 'react'
import type { HandlerTable } from '@/api/realtime'
import type { DeviceSearch, FoundDevice } from '@/api/generated/device-searches'

/** What is known of a search: as it was answered, and what was pushed since. */
export type SearchView = Pick<DeviceSearch, 'request_id' | 'state' | 'done' | 'total' | 'devices'>

/** A push applied to a search; the same search where it says nothing of it. */
export function applyPush(search: SearchView, data: Record<string, unknown>): SearchView {
  if (data.request_id !== search.request_id) return search
  const counted = (key: 'done' | 'total') =>
    typeof data[key] === 'number' ? Math.max(search[key], data[key]) : search[key]
  const progress = { done: counted('done'), total: counted('total') }
  switch (data.type) {
    case 'device_search.found': {
      const device = data.device as FoundDevice | undefined
      if (!device?.serial_number) return search
      const others = search.devices.filter((each) => each.serial_number !== device.serial_number)
      return { ...search, devices: [...others, { ...device, type: device.type || null }] }
    }
    case 'device_search.progress':
      return { ...search, ...progress }
    case 'device_search.finished':
      return { ...search, ...progress, state: data.state === 'failed' ? 'failed' : 'finished' }
    default:
      return search
  }
}

let current: SearchView | undefined
const listeners = new Set<() => void>()

function set(search: SearchView | undefined) {
  if (search === current) return
  current = search
  for (const listener of listeners) listener()
}

/**
 * The search that this page shows from now on, as the server answered it. What was pushed of it before the answer came is
 * not lost: a search that was answered knows what it had found.
 */
export function showSearch(search: SearchView) {
  if (current?.request_id === search.request_id && current.done > search.done) return
  set(search)
}

/** Before the answer to its beginning, so that no push is missed. */
export function expectSearch(requestId: string, total: number) {
  set({ request_id: requestId, state: 'running', done: 0, total, devices: [] })
}

export function forgetSearch() {
  set(undefined)
}

const pushed = (data: Record<string, unknown>) => {
  if (current) set(applyPush(current, data))
}

/** Pushes go to every page of the person; the one that searches knows its search. */
export const searchHandlers: HandlerTable = {
  'device_search.found': pushed,
  'device_search.progress': pushed,
  'device_search.finished': pushed,
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useSearch = (): SearchView | undefined =>
  useSyncExternalStore(subscribe, () => current)
