import type { ImportIdentifiersResponse } from '@/api/generated/files'
import type { ImportAction } from '@/api/generated/identifiers'
import type { Id } from '@/api/types'

const KEY = 'identifierImport'
/** As long as the server keeps an attempt: milliseconds. */
const TTL = 24 * 3600 * 1000

/** Whose window it is: another project, or another person, continues nothing. */
export interface Importer {
  projectId: Id
  userId: Id
}

/** A table that was looked at in this window, without what it says of cards and people. */
export interface KeptImport {
  fileName: string
  found: ImportIdentifiersResponse
  /** What has been begun with it. Asked again, the server answers the same. */
  action?: ImportAction
}

interface Stored extends KeptImport, Importer {
  at: number
}

export function keepImport(importer: Importer, { fileName, found, action }: KeptImport): void {
  const duplicates = found.duplicates
    .filter(({ is_replaceable: is }) => is)
    .slice(0, 1)
    .map((duplicate) => ({ ...duplicate, existing: null }))
  const kept = { ...found, duplicates, errors: [], preview: [], readings: [] }
  const stored: Stored = { ...importer, fileName, found: kept, action, at: Date.now() }
  sessionStorage.setItem(KEY, JSON.stringify(stored))
}

export function keptImport({ projectId, userId }: Importer): KeptImport | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    const { at, fileName, found, action, ...importer } = JSON.parse(text) as Stored
    const isTheirs = importer.projectId === projectId && importer.userId === userId
    return isTheirs && Date.now() - at < TTL ? { fileName, found, action } : undefined
  } catch {
    return undefined
  }
}

export const forgetImport = (): void => sessionStorage.removeItem(KEY)
