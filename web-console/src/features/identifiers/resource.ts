import { CreditCardOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import {
  useCreateIdentifier,
  useIdentifier,
  useIdentifierList,
  useUpdateIdentifier,
  type Identifier,
} from './api'
import { emptyIdentifier, identifierSchema, toIdentifierBody, toIdentifierForm } from './schema'

export const identifiers = defineResource({
  key: 'identifiers',
  path: '/identifiers',
  icon: CreditCardOutlined,
  section: 'access',
  label: (identifier: Identifier) => identifier.name,
  detail: (identifier: Identifier) =>
    [identifier.value, identifier.owner?.name].filter(Boolean).join(' · '),
  defaultSort: '-created_at',
  can: {
    // Everybody sees at least their own.
    create: { any: ['can_create_identifier'] },
    update: { any: ['can_edit_identifier'] },
    remove: { any: ['can_delete_identifier'] },
  },
  form: {
    schema: identifierSchema,
    empty: emptyIdentifier,
    toForm: toIdentifierForm,
    toBody: toIdentifierBody,
  },
  api: {
    useList: useIdentifierList,
    useGet: useIdentifier,
    useCreate: useCreateIdentifier,
    useUpdate: useUpdateIdentifier,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
