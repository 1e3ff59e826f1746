import { defineResource } from '@/kit/resource'
import {
  useCreateIdentifier,
  useIdentifier,
  useIdentifierList,
  useUpdateIdentifier,
  type Identifier,
} from './api'
import { identifiersEntity } from './entity'

export const identifiers = defineResource({
  ...identifiersEntity,
  label: (identifier: Identifier) => identifier.name,
  detail: (identifier: Identifier) =>
    [identifier.value, identifier.owner?.name].filter(Boolean).join(' · '),
  defaultSort: '-created_at',
  api: {
    useList: useIdentifierList,
    useGet: useIdentifier,
    useCreate: useCreateIdentifier,
    useUpdate: useUpdateIdentifier,
  },
})
