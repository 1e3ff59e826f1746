import { generatedApi } from './generated/endpoints'
import { TIMEOUT } from './limits'

/** A person waits for these with their hands on the keyboard. */
export const authApi = generatedApi.enhanceEndpoints({
  endpoints: {
    login: { extraOptions: { timeout: TIMEOUT.login } },
    logout: { extraOptions: { timeout: TIMEOUT.login } },
  },
})

export const { useLoginMutation, useLogoutMutation } = authApi
