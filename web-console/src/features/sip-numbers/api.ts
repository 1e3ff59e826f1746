import {
  sipNumbersApi as generated,
  type ListSipNumbersResponse,
  type SipNumber,
  type SipNumberInput,
} from '@/api/generated/sip-numbers'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { ForwardMode, SipNumber, SipNumberInput } from '@/api/generated/sip-numbers'

export const FORWARD_MODES = ['disabled', 'manual', 'picked'] as const

const sipNumbersApi = generated.enhanceEndpoints({
  endpoints: {
    listSipNumbers: { providesTags: providesList('SipNumbers') },
    // Whether it is registered changes by itself: it is asked each time somebody looks.
    getSipNumber: { providesTags: providesItem('SipNumbers'), keepUnusedDataFor: 0 },
    createSipNumber: { invalidatesTags: changesList('SipNumbers') },
    updateSipNumber: { invalidatesTags: changesItem('SipNumbers') },
    generateSipNumbers: { invalidatesTags: changesList('SipNumbers') },
    deleteAllSipNumbers: { invalidatesTags: changesAll('SipNumbers') },
  },
})

export const { useDeleteAllSipNumbersMutation, useGenerateSipNumbersMutation } = sipNumbersApi

/** A page of the virtual numbers that the person sees. */
export const useSipNumberList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListSipNumbersResponse> =>
  sipNumbersApi.useListSipNumbersQuery(listArgs(query), options)

export const useSipNumber = (id: Id, options?: { skip?: boolean }) =>
  sipNumbersApi.useGetSipNumberQuery({ id }, options)

/** How often an open drawer asks whether a phone is registered, in milliseconds. */
const POLL = 10_000

/** A number that is looked at: whether a phone is registered with it is renewed meanwhile. */
export const useSipNumberLive = (id: Id) =>
  sipNumbersApi.useGetSipNumberQuery(
    { id },
    { pollingInterval: POLL, skipPollingIfUnfocused: true },
  )

export const useCreateSipNumber: UseMutation<SipNumberInput, SipNumber> = () => {
  const [create, state] = sipNumbersApi.useCreateSipNumberMutation()
  return [(sipNumberInput) => create({ sipNumberInput }), state]
}

export const useUpdateSipNumber: UseMutation<{ id: Id; body: SipNumberInput }, SipNumber> = () => {
  const [update, state] = sipNumbersApi.useUpdateSipNumberMutation()
  return [({ id, body }) => update({ id, sipNumberInput: body }), state]
}
