import { ApiOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { MANAGES } from './access'
import {
  useCreateIntegration,
  useIntegration,
  useIntegrationList,
  useUpdateIntegration,
  type Integration,
} from './api'
import { emptyIntegration, integrationSchema, toIntegrationBody, toIntegrationForm } from './schema'

export const integrations = defineResource({
  key: 'integrations',
  path: '/integration',
  icon: ApiOutlined,
  label: (row: Integration) => row.name,
  detail: (row: Integration) => row.domain?.name ?? '',
  defaultSort: 'name',
  can: { read: MANAGES, create: MANAGES, update: MANAGES, remove: MANAGES },
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
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
