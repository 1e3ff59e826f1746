import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { filtersOf, useFieldLabel } from '@/kit/fields'
import type { FilterField } from '@/kit/filter'
import { accessRuleFields } from './fields'

/** Fields by which the access rules may be narrowed. */
export function useAccessRuleFilters(): FilterField[] {
  const { t } = useTranslation('access-rules')
  const label = useFieldLabel('access-rules')
  return useMemo(
    () => filtersOf(accessRuleFields, label, { prohibition: { label: t('effects.forbids') } }),
    [t, label],
  )
}
