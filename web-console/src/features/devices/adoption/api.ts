import { deviceAdoptionsApi as generated } from '@/api/generated/device-adoptions'
import { type Tag } from '@/api/tags'

export type { AdoptedItem, AdoptionCounts, DeviceAdoption } from '@/api/generated/device-adoptions'

/** What an adoption adds to, beside the device. */
export const ADOPTION_TAGS: Tag[] = ['Devices', 'Identifiers', 'AccessRules', 'TimeRules']

const adoptionApi = generated.enhanceEndpoints({
  endpoints: {
    // A plan changes nothing; what was carried out changes lists that are asked anew as they are opened.
    adoptDevice: {
      invalidatesTags: (result) =>
        result?.is_applied ? ADOPTION_TAGS.map((type) => ({ type })) : [],
    },
  },
})

export const { useAdoptDeviceMutation } = adoptionApi
