import { expect, test } from 'vitest'
import type { DeviceInfo } from './api'
import { syncState } from './sync'

const inStep: DeviceInfo = {
  status: 'online',
  status_changed_at: null,
  firmware: null,
  desired_version: 7,
  actual_version: 7,
  identifiers_count: 12,
  tasks_waiting: 0,
  tasks_failed: 0,
  sync_errors_count: 0,
  pending_protocol: null,
  protocol_error: null,
  contact_error: null,
  last_event_at: null,
  clock_skew_seconds: null,
  desired_identifiers_count: 0,
}

test('a device that has what it should is in step', () => {
  expect(syncState(inStep)).toEqual({ kind: 'inStep' })
})

test('a device that is behind has at least one change waiting', () => {
  expect(syncState({ ...inStep, desired_version: 8 })).toEqual({ kind: 'waiting', count: 1 })
  expect(syncState({ ...inStep, tasks_waiting: 3 })).toEqual({ kind: 'waiting', count: 3 })
})

test('a failure is told before what waits, and what waits before a refusal', () => {
  const all = { ...inStep, tasks_failed: 2, tasks_waiting: 1, sync_errors_count: 4 }
  expect(syncState(all)).toEqual({ kind: 'failed', count: 2 })
  expect(syncState({ ...all, tasks_failed: 0 })).toEqual({ kind: 'waiting', count: 1 })
  expect(syncState({ ...inStep, sync_errors_count: 4 })).toEqual({ kind: 'refused', count: 4 })
})

test('nothing is known of a device that was never asked', () => {
  expect(syncState(null)).toEqual({ kind: 'unknown' })
  expect(syncState({ ...inStep, status: null })).toEqual({ kind: 'unknown' })
})
