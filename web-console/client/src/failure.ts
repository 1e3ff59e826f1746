import { HttpError } from '@oazapfts/runtime'
import type { Error as ApiError } from './operations.js'

/** What the platform said of a call that failed; undefined for a failure of another kind, as of the network. */
export function failureOf(error: unknown): (ApiError & { status: number }) | undefined {
  if (!(error instanceof HttpError)) return undefined
  const { status, data } = error
  const said = typeof data === 'object' && data !== null ? (data as Partial<ApiError>) : {}
  return { ...said, status, code: said.code ?? '', message: said.message ?? '' }
}

/** What is wrong with which field, of a call that was answered with 422. */
export function fieldsOf(error: unknown): Record<string, string> {
  return failureOf(error)?.data?.fields ?? {}
}
