import { deviceForwardsApi as generated } from '@/api/generated/device-forwards'

export type {
  ApartmentForward,
  DeviceForwardTable,
  ForwardNumber,
} from '@/api/generated/device-forwards'

const forwardsApi = generated.enhanceEndpoints({
  // Asked anew whenever it is shown: the groups and numbers behind it are other services' own.
  endpoints: { getDeviceForwards: { providesTags: [] } },
})

export const { useGetDeviceForwardsQuery } = forwardsApi
