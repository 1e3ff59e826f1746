import { useCallback, useSyncExternalStore } from 'react'

/** A setting kept in this browser: its key, its default, and what makes a stored value valid. */
export interface Preference<T> {
  key: string
  initial: T
  isValid: (value: unknown) => value is T
}

export function preference<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): Preference<T> {
  return { key, initial, isValid }
}

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.includes(value as T)

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

export const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const listeners = new Set<() => void>()
/** Parsed values by key, so that a reader gets the same object until it changes. */
const parsed = new Map<string, { text: string | null; value: unknown }>()

export function readPreference<T>({ key, initial, isValid }: Preference<T>): T {
  const text = localStorage.getItem(key)
  const known = parsed.get(key)
  if (known && known.text === text) return known.value as T
  const value = parse(text, initial, isValid)
  parsed.set(key, { text, value })
  return value
}

export function writePreference<T>({ key }: Preference<T>, value: T): void {
  localStorage.setItem(key, JSON.stringify(value))
  for (const notify of listeners) notify()
}

/** A setting and its setter; every component that reads the same key changes with it. */
export function usePreference<T>(setting: Preference<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => readPreference(setting))
  const set = useCallback((next: T) => writePreference(setting, next), [setting])
  return [value, set]
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}

function parse<T>(text: string | null, initial: T, isValid: (value: unknown) => value is T): T {
  if (text === null) return initial
  try {
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : initial
  } catch {
    return initial
  }
}
