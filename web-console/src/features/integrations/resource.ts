import { defineResource } from '@/kit/resource'
import {
  useCreateIntegration,
  useIntegration,
  useIntegrationList,
  useUpdateIntegration,
  type Integration,
} from './api'
import { emptyIntegration, integrationSchema, toIntegrationBody, toIntegrationForm } from './schema'
import { integrationsEntity } from './entity'

export const integrations = defineResource({
  ...integrationsEntity,
  label: (row: Integration) => row.name,
  detail: (row: Integration) => row.domain?.name ?? '',
  defaultSort: 'name',
  form: {
    schema: integrationSchema,
    empty: emptyIntegration,
    toForm: toIntegrationForm,
    toBody: toIntegrationBody,
  },
  api: {
    useList: useIntegrationList,
    useGet: useIntegration,
    useCreate: useCreateIntegration,
    useUpdate: useUpdateIntegration,
  },
})
