/** Base of every call. */
export const API_BASE = '/api/v0'

/** Time limits of requests, in milliseconds. */
export const TIMEOUT = {
  default: 30_000,
  login: 3_000,
  /** Opening a remote-control session. */
  remoteControl: 60_000,
  report: 5 * 60_000,
  /** Exports, backups, imports, structure import. */
  long: 60 * 60_000,
} as const

/** Wait between two attempts to reach the websocket, in milliseconds. */
export const RECONNECT_DELAY = 4_000
