import type { UnknownAction } from '@reduxjs/toolkit'
import type { Profile } from '../profile'
import type { IncomingMessage } from './client'

/** What a handler of an event may use. */
export interface RealtimeContext {
  dispatch: (action: UnknownAction) => unknown
  profile: () => Profile | undefined
}

export type RealtimeHandler = (data: IncomingMessage['data'], context: RealtimeContext) => void

/** Event type -> what it changes. Each concern has a table of its own, beside its feature. */
export type HandlerTable = Record<string, RealtimeHandler>

/** One table of many; two concerns may listen to the same event. */
export function combineHandlers(...tables: HandlerTable[]): Map<string, RealtimeHandler[]> {
  const combined = new Map<string, RealtimeHandler[]>()
  for (const table of tables) {
    for (const [type, handler] of Object.entries(table)) {
      combined.set(type, [...(combined.get(type) ?? []), handler])
    }
  }
  return combined
}
