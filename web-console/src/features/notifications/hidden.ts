import { preference } from '@/kit/preferences'
import type { Notification } from './api'

/** How many important notifications show at once. */
export const POPUPS = 3

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/** The newest important notification when somebody hid them all: only later ones show again. */
export const hiddenUpTo = preference<number>('importantHiddenUpTo', 0, isId)

/** What pops up: the newest first, at most three, and how many more there are. */
export function popupsOf(important: Notification[], hidden: number) {
  const left = important.filter(({ id }) => id > hidden).toSorted((a, b) => b.id - a.id)
  return { shown: left.slice(0, POPUPS), more: Math.max(left.length - POPUPS, 0) }
}
