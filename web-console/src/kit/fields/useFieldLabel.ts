import type { FlatNamespace } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The label of a field by the last part of its path. */
export type LabelOf = (name: string) => string

/** Labels of an entity: `fields.<name>` of its namespace, or what all entities call it. */
export function useFieldLabel(namespace: FlatNamespace): LabelOf {
  const { t } = useTranslation([namespace, 'common'])
  return useCallback(
    (name) => {
      // The keys are known only when the field is.
      const label = t as (keys: string[]) => string
      return label([`${namespace}:fields.${name}`, `common:fields.${name}`])
    },
    [t, namespace],
  )
}
