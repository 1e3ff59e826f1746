import { useSyncExternalStore } from 'react'

export type AlertType = 'error' | 'warning' | 'success' | 'info'

/** How long an alert stays, in milliseconds. */
export const ALERT_TIMEOUT = 3_000
/** Alerts that carry an undo stay long enough to be reached. */
export const UNDO_TIMEOUT = 8_000
/** Toasts of licence consistency. */
export const LICENSE_TIMEOUT = 10_000
/** More at once would cover the page: the oldest goes. */
const MAX_ALERTS = 6

export interface AlertOptions {
  /** Milliseconds; 0 keeps the alert until it is closed. */
  timeout?: number
  action?: { label: string; run: () => void }
}

export interface Alert extends Required<Pick<AlertOptions, 'timeout'>> {
  id: number
  type: AlertType
  text: string
  action?: AlertOptions['action']
}

export type AlertChange =
  | { kind: 'shown'; alert: Alert }
  | { kind: 'closed'; id: number }
  | { kind: 'cleared' }

/** The same text twice is one alert, with its time started anew. */
export function alertsReducer(alerts: Alert[], change: AlertChange): Alert[] {
  switch (change.kind) {
    case 'shown': {
      const others = alerts.filter(
        ({ type, text }) => type !== change.alert.type || text !== change.alert.text,
      )
      return [...others, change.alert].slice(-MAX_ALERTS)
    }
    case 'closed':
      return alerts.filter(({ id }) => id !== change.id)
    case 'cleared':
      return alerts.length === 0 ? alerts : []
  }
}

let current: Alert[] = []
let nextId = 3
const listeners = new Set<() => void>()

function apply(change: AlertChange): void {
  current = alertsReducer(current, change)
  for (const notify of listeners) notify()
}

function show(type: AlertType, text: string, options: AlertOptions = {}): number {
  const id = nextId++
  const timeout = options.timeout ?? (options.action ? UNDO_TIMEOUT : ALERT_TIMEOUT)
  apply({ kind: 'shown', alert: { id, type, text, timeout, action: options.action } })
  return id
}

/** The stack at the top right; works inside and outside components. */
export const alerts = {
  error: (text: string, options?: AlertOptions) => show('error', text, options),
  warning: (text: string, options?: AlertOptions) => show('warning', text, options),
  success: (text: string, options?: AlertOptions) => show('success', text, options),
  info: (text: string, options?: AlertOptions) => show('info', text, options),
  close: (id: number) => apply({ kind: 'closed', id }),
  clear: () => apply({ kind: 'cleared' }),
}

export function useAlertList(): Alert[] {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => current,
  )
}
