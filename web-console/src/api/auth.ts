import { sessionsApi } from './generated/sessions'
import { TIMEOUT } from './limits'

/** A person waits for these with their hands on the keyboard. */
export const authApi = sessionsApi.enhanceEndpoints({
  endpoints: {
    login: { extraOptions: { timeout: TIMEOUT.login } },
    logout: { extraOptions: { timeout: TIMEOUT.login } },
  },
})

export const { useLoginMutation, useLogoutMutation } = authApi
