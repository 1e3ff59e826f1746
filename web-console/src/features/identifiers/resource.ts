import { defineResource } from '@/kit/resource'
import {
  useCreateIdentifier,
  useIdentifier,
  useIdentifierList,
  useUpdateIdentifier,
  type Identifier,
} from './api'
import { emptyIdentifier, identifierSchema, toIdentifierBody, toIdentifierForm } from './schema'
import { identifiersEntity } from './entity'

export const identifiers = defineResource({
  ...identifiersEntity,
  label: (identifier: Identifier) => identifier.name,
  detail: (identifier: Identifier) =>
    [identifier.value, identifier.owner?.name].filter(Boolean).join(' · '),
  defaultSort: '-created_at',
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
})
