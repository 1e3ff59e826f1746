import { useSyncExternalStore } from 'react'

/** Relative times are renewed this often, in milliseconds. */
const TICK = 15_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** The time, renewed for everybody at once and only while somebody looks. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, current)
}

/** Also right at the first look after a time in which nobody looked, or the computer slept. */
function current(): Date {
  if (Math.abs(Date.now() - now.getTime()) >= TICK) now = new Date()
  return now
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  timer ??= setInterval(() => {
    now = new Date()
    for (const each of listeners) each()
  }, TICK)
  return () => {
    listeners.delete(notify)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
