interface Asked {
  method: string
  mode: string
  /** Of the console's own origin. */
  isOwn: boolean
  path: string
}

/**
 * Pages of people without an account, whose address contains a key: no part of the console, and cached nowhere. The
 * reference of the API is none either: it tells of the gateway that answers now.
 */
const FOREIGN_PAGE = /^\/(?:guest-access\/(?!add$)[^/]+|announce\/[^/]+|api-reference)$/
const PREFIX = 'console-'

/** Whether a path is of such a page. */
export const isForeignPage = (path: string): boolean => FOREIGN_PAGE.test(path)

/** What the service worker answers: a file of a build, a page, or nothing, which leaves it to the network. */
export function answerOf({ method, mode, isOwn, path }: Asked): 'file' | 'page' | undefined {
  if (method !== 'GET' || !isOwn) return undefined
  if (path.startsWith('/assets/')) return 'file'
  if (mode !== 'navigate' || path.startsWith('/api/')) return undefined
  if (isForeignPage(path)) return undefined
  return 'page'
}

/** Named after its files, so that a worker that is started again finds its own. */
export function cacheName(files: { url: string; revision: string | null }[]): string {
  let hash = 0
  for (const { url, revision } of files) {
    for (const letter of `${url}${revision ?? ''}\n`) {
      // oxlint-disable-next-line no-bitwise -- a hash of 32 bits
      hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
    }
  }
  // oxlint-disable-next-line no-bitwise -- without a sign
  return `${PREFIX}${(hash >>> 0).toString(36)}`
}

/**
 * Caches of versions before the previous one: nobody's page needs their files any more. The browser names
 * caches in the order in which they were made.
 */
export function cachesToDelete(names: string[], current: string): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== current)
  return others.slice(0, -1)
}
