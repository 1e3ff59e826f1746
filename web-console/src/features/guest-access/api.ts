import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import { guestAccessApi } from '@/api/generated/guest-access'
import {
  guestKeysApi as generated,
  type GuestKey,
  type GuestKeyInput,
} from '@/api/generated/guest-keys'
import { identifiersApi, type Identifier } from '@/api/generated/identifiers'
import { listArgs, type ListQuery, type Page } from '@/api/list'
import { providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { GuestAccessRule } from '@/api/generated/guest-access'
export type { GuestKey, GuestKeyInput } from '@/api/generated/guest-keys'

export const KINDS = ['qr', 'access_code', 'license_plate', 'url'] as const
export type Kind = (typeof KINDS)[number]
export const GUEST_TYPES = ['guest', 'courier'] as const
export type GuestType = (typeof GUEST_TYPES)[number]

/** Every guest key is an identifier, too: both lists show what changed. */
const changesBoth = (_result: unknown, error: unknown) =>
  error ? [] : (['GuestKeys', 'Identifiers'] as const).map((type) => ({ type }))

const guestKeysApi = generated.enhanceEndpoints({
  endpoints: {
    getGuestKey: { providesTags: providesItem('GuestKeys') },
    createGuestKey: { invalidatesTags: changesBoth },
    updateGuestKey: { invalidatesTags: changesBoth },
    revokeGuestKey: { invalidatesTags: changesBoth },
    sendGuestKey: { invalidatesTags: [] },
  },
})

const listApi = identifiersApi.enhanceEndpoints({
  endpoints: {
    listIdentifiers: { providesTags: providesList('Identifiers') },
    revokeIdentifier: { invalidatesTags: changesBoth },
    deleteAllIdentifiers: { invalidatesTags: changesBoth },
  },
})

export const { useRevokeGuestKeyMutation, useSendGuestKeyMutation: useSendGuestKey } = guestKeysApi
export const { useDeleteAllIdentifiersMutation, useRevokeIdentifierMutation } = listApi

/** Milliseconds after which a list that is looked at is asked again: not every visit is pushed to everybody. */
const POLL = 30_000

const POLLING = { pollingInterval: POLL, skipPollingIfUnfocused: true }

/** A page of the guest keys that the person sees. */
export function useGuestKeyList(
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<Page<GuestKey>> {
  const list = listApi.useListIdentifiersQuery(
    { ...listArgs(query), onlyGuest: true },
    { ...options, ...POLLING },
  )
  const { data } = list
  const keys = useWholeKeys(useMemo(() => data?.items.map(({ id }) => id) ?? [], [data]))
  const page = useMemo(
    () => data && { ...data, items: data.items.map((row, at) => keys[at] ?? keyOfRow(row)) },
    [data, keys],
  )
  return { ...list, data: page }
}

/** The list of identifiers does not tell the state of a key, its kind and its last use: each is asked for. */
function useWholeKeys(ids: Id[]): (GuestKey | undefined)[] {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const { initiate, select } = guestKeysApi.endpoints.getGuestKey
  useEffect(() => {
    const asked = ids.map((id) => dispatch(initiate({ id }, { subscriptionOptions: POLLING })))
    return () => {
      for (const each of asked) each.unsubscribe()
    }
  }, [ids, dispatch, initiate])
  return useSelector(
    (state: Parameters<ReturnType<typeof select>>[0]) =>
      ids.map((id) => select({ id })(state).data),
    shallowEqual,
  )
}

/** An identifier of a guest, until the key itself is here. */
export const keyOfRow = (row: Identifier): GuestKey => ({
  id: row.id,
  name: row.name,
  kind: null,
  value: row.value,
  guest_type: null,
  message: '',
  access_rules: row.access_rules,
  owner: row.owner,
  period_restrict_active: row.period_restrict_active,
  period_restrict_from: row.period_restrict_from,
  period_restrict_to: row.period_restrict_to,
  pass_limit: row.passes_restrict_active ? row.passes_restrict_max_count : 0,
  state: null,
  visits_used: row.passes_restrict_passes_count,
  last_used_at: null,
  link: '',
  domain: row.domain,
  revoked_at: row.revoked_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by_user: row.created_by_user,
  hours: null,
})

export const useGuestKey = (id: Id, options?: { skip?: boolean }) =>
  guestKeysApi.useGetGuestKeyQuery({ id }, options)

export const useCreateGuestKey: UseMutation<GuestKeyInput, GuestKey> = () => {
  const [create, state] = guestKeysApi.useCreateGuestKeyMutation()
  return [(guestKeyInput) => create({ guestKeyInput }), state]
}

export const useUpdateGuestKey: UseMutation<{ id: Id; body: GuestKeyInput }, GuestKey> = () => {
  const [update, state] = guestKeysApi.useUpdateGuestKeyMutation()
  return [({ id, body }) => update({ id, guestKeyInput: body }), state]
}

/** What a giver may hand on, and how much of it; the caller's own without an owner. */
export const useGuestRules = (ownerId: Id | undefined) =>
  guestAccessApi.useListGuestAccessRulesQuery(ownerId === undefined ? {} : { ownerId })
