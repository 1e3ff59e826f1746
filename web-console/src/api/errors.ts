import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import type { Error } from './generated/sessions'

/** Body of every failed answer: HTTP status + `{message, code, data}`. */
export type ErrorBody = Error

export type ApiError = FetchBaseQueryError

/** True for what RTK Query rejects with when the server (or the network) failed. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error
}

/** The body of a failed answer, when the server sent one of the agreed shape. */
export function errorBody(error: unknown): ErrorBody | undefined {
  if (!isApiError(error)) return undefined
  const data: unknown = 'data' in error ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('message' in data)) return undefined
  return typeof data.message === 'string' ? (data as ErrorBody) : undefined
}

/** HTTP status of a failure, or undefined when no answer came at all. */
export function errorStatus(error: unknown): number | undefined {
  if (!isApiError(error)) return undefined
  if (typeof error.status === 'number') return error.status
  return error.status === 'PARSING_ERROR' ? error.originalStatus : undefined
}
