import {
  sipTrunksApi as generated,
  type ListSipTrunksResponse,
  type SipTrunk,
  type SipTrunkInput,
} from '@/api/generated/sip-trunks'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { SipTrunk, SipTrunkInput, TrunkStatus } from '@/api/generated/sip-trunks'

export const TRUNK_STATUSES = ['ready', 'registering', 'registered', 'error'] as const

const sipTrunksApi = generated.enhanceEndpoints({
  endpoints: {
    listSipTrunks: { providesTags: providesList('SipTrunks') },
    getSipTrunk: { providesTags: providesItem('SipTrunks') },
    createSipTrunk: { invalidatesTags: changesList('SipTrunks') },
    updateSipTrunk: { invalidatesTags: changesItem('SipTrunks') },
    deleteAllSipTrunks: { invalidatesTags: changesAll('SipTrunks') },
  },
})

export const { useDeleteAllSipTrunksMutation } = sipTrunksApi

/** How often the page of trunks asks whether they are registered, in milliseconds. */
const POLL = 15_000

/** A page of the trunks that the person sees, renewed while it is looked at. */
export const useSipTrunkList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListSipTrunksResponse> =>
  sipTrunksApi.useListSipTrunksQuery(listArgs(query), {
    ...options,
    pollingInterval: POLL,
    skipPollingIfUnfocused: true,
  })

export const useSipTrunk = (id: Id, options?: { skip?: boolean }) =>
  sipTrunksApi.useGetSipTrunkQuery({ id }, options)

export const useCreateSipTrunk: UseMutation<SipTrunkInput, SipTrunk> = () => {
  const [create, state] = sipTrunksApi.useCreateSipTrunkMutation()
  return [(sipTrunkInput) => create({ sipTrunkInput }), state]
}

export const useUpdateSipTrunk: UseMutation<{ id: Id; body: SipTrunkInput }, SipTrunk> = () => {
  const [update, state] = sipTrunksApi.useUpdateSipTrunkMutation()
  return [({ id, body }) => update({ id, sipTrunkInput: body }), state]
}
