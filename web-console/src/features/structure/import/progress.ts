import { useSyncExternalStore } from 'react'
import type { HandlerTable } from '@/api/realtime'

/** How far an import is, as the server tells on the person's own topic. */
export interface ImportProgress {
  token: string
  phase: string
  done: number
  total: number
}

let latest: ImportProgress | undefined
const listeners = new Set<() => void>()

function told(data: Record<string, unknown>): ImportProgress | undefined {
  const { token, phase, done, total } = data
  if (typeof token !== 'string' || typeof phase !== 'string') return undefined
  if (typeof done !== 'number' || typeof total !== 'number') return undefined
  return { token, phase, done, total }
}

/** Progress is pushed to every page of the person; the one that imports knows its token. */
export const importHandlers: HandlerTable = {
  structure_import: (data) => {
    const progress = told(data)
    if (!progress) return
    latest = progress
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The progress of one import; undefined until the server told of it. */
export function useImportProgress(token: string): ImportProgress | undefined {
  const progress = useSyncExternalStore(subscribe, () => latest)
  return progress?.token === token ? progress : undefined
}

/** From 0 to 1; what has not been counted yet has not begun. */
export const shareOf = ({ done, total }: ImportProgress) =>
  total > 0 ? Math.min(done / total, 1) : 0
