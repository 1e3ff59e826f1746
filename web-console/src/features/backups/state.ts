import type { Backup, BackupPlan } from './api'

type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'
export type BackupState =
  | 'making'
  | 'failed'
  | 'applying'
  | 'applied'
  | 'partly'
  | 'undone'
  | 'incomplete'
  | 'ready'

const TONES: Record<BackupState, Tone> = {
  making: 'info',
  failed: 'error',
  applying: 'info',
  applied: 'success',
  partly: 'warning',
  undone: 'neutral',
  incomplete: 'warning',
  ready: 'neutral',
}

/** What a backup is now: being made, or what became of it when it was applied last. */
export function stateOf(backup: Backup): BackupState {
  if (backup.status === 'making') return 'making'
  if (backup.status === 'failed') return 'failed'
  if (backup.apply?.status === 'applying') return 'applying'
  if (backup.apply?.status === 'applied') return 'applied'
  if (backup.apply?.status === 'failed') return 'partly'
  if (backup.apply?.status === 'undone') return 'undone'
  return backup.is_complete ? 'ready' : 'incomplete'
}

export const toneOf = (state: BackupState): Tone => TONES[state]

export const isBusy = (backup: Backup): boolean => ['making', 'applying'].includes(stateOf(backup))

/** Only what was applied, whole or in part, can be undone. */
export const isUndoable = (backup: Backup): boolean =>
  !isBusy(backup) &&
  ['applied', 'partly'].includes(stateOf(backup)) &&
  typeof backup.apply?.undo_backup_id === 'number'

/** From 0 to 100; undefined while nobody knows how much there is. */
export function percentOf(done: number, total: number): number | undefined {
  return total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : undefined
}

/** Entities that whoever made it did not see whole. */
export const partsOf = (backup: Backup) =>
  backup.entities.filter(({ view }) => view === 'part' || view === 'none')

/** Whether something stays that the backup could not have. */
export const keepsSomething = (plan: BackupPlan): boolean =>
  plan.counts.some(({ kept }) => kept > 0) || plan.items.some(({ kept }) => kept.length > 0)

/** Whether a plan would write anything. */
export const writes = (plan: BackupPlan): boolean =>
  plan.counts.some((count) => count.create + count.change + count.delete > 0)
