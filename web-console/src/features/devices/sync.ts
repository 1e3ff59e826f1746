import type { DeviceInfo } from './api'

/** How far a device is behind what it should hold. */
export type SyncState =
  | { kind: 'unknown' }
  | { kind: 'inStep' }
  /** So many changes are on their way. */
  | { kind: 'waiting'; count: number }
  /** So many tasks have failed and need a person. */
  | { kind: 'failed'; count: number }
  /** So many identifiers or schedules were refused. */
  | { kind: 'refused'; count: number }

/** The worst comes first: what failed, what waits, what was refused. */
export function syncState(info: DeviceInfo | null): SyncState {
  if (!info) return { kind: 'unknown' }
  if (info.tasks_failed > 0) return { kind: 'failed', count: info.tasks_failed }
  const isBehind = info.desired_version !== info.actual_version
  if (info.tasks_waiting > 0 || isBehind) {
    return { kind: 'waiting', count: Math.max(info.tasks_waiting, 1) }
  }
  if (info.sync_errors_count > 0) return { kind: 'refused', count: info.sync_errors_count }
  // What was never there holds nothing that could be in step.
  return info.status === null ? { kind: 'unknown' } : { kind: 'inStep' }
}
