import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { errorBody } from './errors'
import { TIMEOUT } from './limits'
import { recordAnswer, recordSilence } from './reachability'
import { refreshSession, selectSession, type WithSession } from './session'
import { traceparent } from './traceparent'

/** What an endpoint may say in `extraOptions`. */
export interface ExtraOptions {
  /** Time limit in milliseconds, in place of the default 30 s. */
  timeout?: number
}

const tokenOf = (state: unknown) => selectSession(state as WithSession)?.token

const rawBaseQuery = fetchBaseQuery({
  fetchFn: async (request) => {
    try {
      const response = await fetch(request)
      recordAnswer()
      return response
    } catch (error) {
      // A call that the page has taken back says nothing of the network.
      if (!(error instanceof DOMException)) recordSilence()
      throw error
    }
  },
  // Absolute, because fetch outside a browser (in tests) knows no base address. The paths of the
  // generated client begin with /api/v0.
  baseUrl: location.origin,
  prepareHeaders(headers, { getState }) {
    const token = tokenOf(getState())
    if (token) headers.set('authorization', `Bearer ${token}`)
    headers.set('traceparent', traceparent())
    return headers
  },
})

/**
 * Every request of the console: bearer token, traceparent and time limit. An answer 401 is repeated once
 * after the session was refreshed; when the refresh is refused the session ends, which sends
 * the person to the sign-in page.
 */
export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  FetchBaseQueryError,
  ExtraOptions,
  FetchBaseQueryMeta
> = async (args, api, extraOptions) => {
  const request = {
    timeout: extraOptions?.timeout ?? TIMEOUT.default,
    ...(typeof args === 'string' ? { url: args } : args),
  }
  const token = tokenOf(api.getState())
  const result = await rawBaseQuery(request, api, {})
  if (!token || !needsRefresh(result.error)) return result

  const outcome = await refreshSession(api, token)
  return outcome === 'renewed' ? rawBaseQuery(request, api, {}) : result
}

/** A 401 means an expired token, unless it says that typed credentials were wrong. */
function needsRefresh(error: FetchBaseQueryError | undefined): boolean {
  if (error?.status !== 401) return false
  const body = errorBody(error)
  return body?.message.toLowerCase() !== 'invalid credentials'
}
