import type { Ref } from '@/api/types'
import type { RuleDevice } from './api'
import { MAX_LOCKS } from './doors'

/** The rows after a choice of devices: known ones keep their locks, new ones start with all. */
export function chooseDoors(rows: RuleDevice[], chosen: Ref[]): RuleDevice[] {
  const kept = rows.filter(({ id }) => chosen.some((device) => device.id === id))
  const added = chosen.filter(({ id }) => !rows.some((row) => row.id === id))
  return [...kept, ...added.map(({ id, name }) => ({ id, name, lock_number: 0 }))]
}

/** One more row for the device of a row, with the first lock that it has no row for. */
export function withAnotherLock(rows: RuleDevice[], at: number): RuleDevice[] {
  const row = rows[at]
  if (!row) return rows
  const sameDevice = rows.filter(({ id }) => id === row.id)
  const taken = new Set(sameDevice.map(({ lock_number: lock }) => lock))
  const free = Array.from({ length: MAX_LOCKS }, (_, index) => index + 1).find(
    (lock) => !taken.has(lock),
  )
  return free === undefined ? rows : rows.toSpliced(at + 1, 0, { ...row, lock_number: free })
}
