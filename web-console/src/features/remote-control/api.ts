import type { FetchArgs } from '@reduxjs/toolkit/query/react'
import { remoteSessionsApi as generated } from '@/api/generated/remote-sessions'
import { TIMEOUT } from '@/api/limits'

export type { RemoteDeviceInfo, RemoteSession } from '@/api/generated/remote-sessions'

const remoteSessionsApi = generated.enhanceEndpoints({
  endpoints: {
    // Waits for the device itself.
    beginRemoteSession: { extraOptions: { timeout: TIMEOUT.remoteControl } },
    updateRemoteSession(definition) {
      const asked = definition.query?.bind(definition)
      // The last one is sent while the page goes away.
      if (asked) definition.query = (arg) => ({ ...(asked(arg) as FetchArgs), keepalive: true })
    },
  },
})

export const { useBeginRemoteSessionMutation, useUpdateRemoteSessionMutation } = remoteSessionsApi
