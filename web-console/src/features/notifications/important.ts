import type { Notification } from './api'

/** Important notifications that say the same. */
export interface ImportantGroup {
  key: string
  newest: Notification
  ids: number[]
}

/** The unread in groups of the same words, the group with the newest first. */
export function groupImportant(
  items: Notification[],
  wordsOf: (notification: Notification) => string,
): ImportantGroup[] {
  const groups = new Map<string, ImportantGroup>()
  for (const item of items.toSorted((a, b) => b.id - a.id)) {
    const key = wordsOf(item)
    const known = groups.get(key)
    if (known) known.ids.push(item.id)
    else groups.set(key, { key, newest: item, ids: [item.id] })
  }
  return [...groups.values()]
}
