import { describe, expect, it } from 'vitest'
import type { Backup, BackupPlan } from './api'
import { isBusy, isUndoable, keepsSomething, partsOf, percentOf, stateOf, writes } from './state'

const backup = (over: object): Backup =>
  ({
    id: 1,
    status: 'ready',
    is_complete: true,
    apply: null,
    ...over,
  }) as unknown as Backup

describe('a backup', () => {
  it('says what became of it when it was applied last', () => {
    expect(stateOf(backup({ status: 'making' }))).toBe('making')
    expect(stateOf(backup({ is_complete: false }))).toBe('incomplete')
    expect(stateOf(backup({ apply: { status: 'failed' } }))).toBe('partly')
    expect(stateOf(backup({}))).toBe('ready')
  })

  it('is left alone while it is made or applied', () => {
    expect(isBusy(backup({ status: 'making' }))).toBe(true)
    expect(isBusy(backup({ apply: { status: 'applying' } }))).toBe(true)
    expect(isBusy(backup({ apply: { status: 'applied' } }))).toBe(false)
  })

  it('is undone only where there is a backup from before', () => {
    expect(isUndoable(backup({ apply: { status: 'applied', undo_backup_id: 7 } }))).toBe(true)
    expect(isUndoable(backup({ apply: { status: 'failed', undo_backup_id: null } }))).toBe(false)
    expect(isUndoable(backup({ apply: { status: 'undone', undo_backup_id: 7 } }))).toBe(false)
  })

  it('says no percentage of an unknown whole', () => {
    expect(percentOf(0, 0)).toBeUndefined()
    expect(percentOf(1, 3)).toBe(33)
  })
})

it('names the entities that were not seen whole', () => {
  const entities = ['all', 'part', 'none', null].map((view) => ({
    name: `${view}`,
    count: 1,
    view,
  }))
  expect(partsOf(backup({ entities })).map(({ name }) => name)).toEqual(['part', 'none'])
})

it('a plan says that something stays', () => {
  const plan = (kept: number, fields: string[]) =>
    ({ counts: [{ kept }], items: [{ kept: fields }] }) as unknown as BackupPlan
  expect(keepsSomething(plan(0, []))).toBe(false)
  expect(keepsSomething(plan(1, []))).toBe(true)
  expect(keepsSomething(plan(0, ['users']))).toBe(true)
})

it('a plan of conflicts alone writes nothing', () => {
  const plan = (over: object) =>
    ({
      counts: [{ create: 0, change: 0, delete: 0, same: 3, conflict: 1, ...over }],
    }) as unknown as BackupPlan
  expect(writes(plan({}))).toBe(false)
  expect(writes(plan({ delete: 1 }))).toBe(true)
})
