import { withForm } from '@/kit/resource'
import { identifiers } from './resource'
import { emptyIdentifier, identifierSchema, toIdentifierBody, toIdentifierForm } from './schema'

/** With its form: what the list has no need of. */
export const identifiersWithForm = withForm(identifiers, {
  schema: identifierSchema,
  empty: emptyIdentifier,
  toForm: toIdentifierForm,
  toBody: toIdentifierBody,
})
