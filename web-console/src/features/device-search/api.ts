import { deviceSearchesApi as generated } from '@/api/generated/device-searches'

export type {
  DeviceSearch,
  FoundDevice,
  FoundDeviceItemInput,
  FoundDeviceResult,
  UnclaimedDevice,
} from '@/api/generated/device-searches'

const searchApi = generated.enhanceEndpoints({
  endpoints: {
    searchDevices: { invalidatesTags: [] },
    getDeviceSearch: { providesTags: [] },
    createFoundDevices: { invalidatesTags: [{ type: 'Devices', id: 'LIST' }] },
    findUnclaimedDevice: { invalidatesTags: [] },
  },
})

export const {
  useSearchDevicesMutation,
  useLazyGetDeviceSearchQuery,
  useCreateFoundDevicesMutation,
  useFindUnclaimedDeviceMutation,
} = searchApi
