import { defineResource } from '@/kit/resource'
import { useAmenity, useAmenityList, useCreateAmenity, useUpdateAmenity, type Amenity } from './api'
import { amenitiesEntity } from './entity'
import { amenitySchema, emptyAmenity, toAmenityBody, toAmenityForm } from './schema'

export const amenities = defineResource({
  ...amenitiesEntity,
  label: (amenity: Amenity) => amenity.name,
  detail: (amenity: Amenity) =>
    [amenity.address, ...amenity.domains.map(({ name }) => name)].filter(Boolean).join(' · '),
  defaultSort: 'name',
  form: {
    schema: amenitySchema,
    empty: emptyAmenity,
    toForm: toAmenityForm,
    toBody: toAmenityBody,
  },
  api: {
    useList: useAmenityList,
    useGet: useAmenity,
    useCreate: useCreateAmenity,
    useUpdate: useUpdateAmenity,
  },
})
