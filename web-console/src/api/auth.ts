import { baseApi } from './baseApi'
import { TIMEOUT } from './limits'
import type { Session } from './session'

export interface LoginInput {
  login: string
  password: string
  /** A session of 30 days in place of 12 hours. */
  remember: boolean
}

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<{ sessions: Session[] }, LoginInput>({
      query: (body) => ({ url: '/login', method: 'POST', body }),
      extraOptions: { timeout: TIMEOUT.login },
    }),
    logout: build.mutation<void, void>({
      query: () => ({ url: '/logout', method: 'POST', body: {} }),
    }),
  }),
})

export const { useLoginMutation, useLogoutMutation } = authApi
