import type { Id } from '@/api/types'

/** Dialogs about a group that may stand over any of its pages; named in the address. */
export const GROUP_DIALOGS = ['move', 'delete', 'generate', 'import', 'export'] as const
export type GroupDialogKind = (typeof GROUP_DIALOGS)[number]

export interface GroupDialog {
  kind: GroupDialogKind
  id: Id
  /** Of a move: where to; null is the root, undefined is not chosen yet. */
  target?: Id | null
}

/** As `move:12`, `move:12:7`, `move:12:root`. */
export function dialogText({ kind, id, target }: GroupDialog): string {
  if (target === undefined) return `${kind}:${id}`
  return `${kind}:${id}:${target ?? 'root'}`
}

export function parseDialog(text: string): GroupDialog | undefined {
  const [kind, id, target] = text.split(':')
  const known = GROUP_DIALOGS.find((each) => each === kind)
  const of = positive(id)
  if (!known || of === undefined) return undefined
  if (target === 'root') return { kind: known, id: of, target: null }
  return { kind: known, id: of, target: positive(target) }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
