import {
  integrationsApi as generated,
  type Integration,
  type IntegrationInput,
} from '@/api/generated/integrations'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { UseMutation } from '@/kit/resource'

export type { Integration, IntegrationInput, IntegrationType } from '@/api/generated/integrations'

const integrationsApi = generated.enhanceEndpoints({
  endpoints: {
    listIntegrations: { providesTags: providesList('Integrations') },
    getIntegration: { providesTags: providesItem('Integrations') },
    saveIntegration: { invalidatesTags: changesAll('Integrations') },
    deleteAllIntegrations: { invalidatesTags: changesAll('Integrations') },
    // Another system is asked: its answer is of now.
    listMacros: { keepUnusedDataFor: 0 },
    listCameras: { keepUnusedDataFor: 0 },
  },
})

export const useIntegrationList = (query: ListQuery, options?: { skip?: boolean }) =>
  integrationsApi.useListIntegrationsQuery(listArgs(query), options)

export const useIntegration = (id: Id, options?: { skip?: boolean }) =>
  integrationsApi.useGetIntegrationQuery({ id }, options)

export const useCreateIntegration: UseMutation<IntegrationInput, Integration> = () => {
  const [save, state] = integrationsApi.useSaveIntegrationMutation()
  return [(integrationInput) => save({ integrationInput }), state]
}

export const useUpdateIntegration: UseMutation<
  { id: Id; body: IntegrationInput },
  Integration
> = () => {
  const [save, state] = integrationsApi.useSaveIntegrationMutation()
  return [({ id, body }) => save({ integrationInput: { ...body, id } }), state]
}

export const {
  useDeleteAllIntegrationsMutation,
  useListAvailableIntegrationsQuery,
  useListCamerasQuery,
  useListMacrosQuery,
} = integrationsApi
