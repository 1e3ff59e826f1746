import {
  identifiersApi as generated,
  type Identifier,
  type IdentifierInput,
  type IdentifierOrigin,
  type ListIdentifiersResponse,
} from '@/api/generated/identifiers'
import { TIMEOUT } from '@/api/limits'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'
import { searchedNumber } from './number'

export type {
  Identifier,
  IdentifierDevice,
  IdentifierInput,
  IdentifierType,
} from '@/api/generated/identifiers'

export const IDENTIFIER_TYPES = [
  'card',
  'ukey',
  'ukey2',
  'access_code',
  'qr',
  'face',
  'license_plate',
] as const

/** Where identifiers come from. */
export const ORIGINS = [
  'manual',
  'import',
  'structure',
  'guest',
  'reservation',
  'ukey2',
] as const satisfies readonly IdentifierOrigin[]

/** Milliseconds. */
const DEVICES_INTERVAL = 5_000

const identifiersApi = generated.enhanceEndpoints({
  endpoints: {
    listIdentifiers: { providesTags: providesList('Identifiers') },
    getIdentifier: { providesTags: providesItem('Identifiers') },
    createIdentifier: { invalidatesTags: changesList('Identifiers') },
    updateIdentifier: { invalidatesTags: changesItem('Identifiers') },
    revokeIdentifier: { invalidatesTags: changesItem('Identifiers') },
    deleteAllIdentifiers: { invalidatesTags: changesAll('Identifiers') },
    listIdentifierDevices: { providesTags: (_, __, { id }) => [{ type: 'Identifiers', id }] },
    retryIdentifierDevice: { invalidatesTags: (_, __, { id }) => [{ type: 'Identifiers', id }] },
    continueIdentifierImport: {
      invalidatesTags: changesAll('Identifiers'),
      extraOptions: { timeout: TIMEOUT.long },
    },
  },
})

export const {
  useContinueIdentifierImportMutation,
  useDeleteAllIdentifiersMutation,
  useRevokeIdentifierMutation,
} = identifiersApi

/** A page of the identifiers that the person sees. A number may be searched in either form. */
export const useIdentifierList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListIdentifiersResponse> =>
  identifiersApi.useListIdentifiersQuery(
    listArgs({ ...query, search: searchedNumber(query.search ?? '') }),
    options,
  )

export const useIdentifier = (id: Id, options?: { skip?: boolean }) =>
  identifiersApi.useGetIdentifierQuery({ id }, options)

/** Which doors hold it. Doors learn meanwhile: asked for again now and then. */
export const useIdentifierDevices = (id: Id) =>
  identifiersApi.useListIdentifierDevicesQuery({ id }, { pollingInterval: DEVICES_INTERVAL })

export const useRetryIdentifierDevice = identifiersApi.useRetryIdentifierDeviceMutation

/** Which wallets passes can be put into. */
export const useWallets = () => identifiersApi.useGetWalletsQuery()

export const useWalletLink = identifiersApi.useLazyGetIdentifierWalletLinkQuery

export const useCreateIdentifier: UseMutation<IdentifierInput, Identifier> = () => {
  const [create, state] = identifiersApi.useCreateIdentifierMutation()
  return [(identifierInput) => create({ identifierInput }), state]
}

export const useUpdateIdentifier: UseMutation<
  { id: Id; body: IdentifierInput },
  Identifier
> = () => {
  const [update, state] = identifiersApi.useUpdateIdentifierMutation()
  return [({ id, body }) => update({ id, identifierInput: body }), state]
}
