import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SEE_MARKERS, useMarkerList } from '@/features/markers'
import { useRoleList } from '@/features/roles'
import { filtersOf, useFieldLabel } from '@/kit/fields'
import type { FilterField } from '@/kit/filter'
import { useCan } from '@/kit/permissions'
import { userFields } from './fields'

/** Fields by which the users may be narrowed. */
export function useUserFilters(): FilterField[] {
  const { t } = useTranslation('users')
  const label = useFieldLabel('users')
  const { can, meets } = useCan()
  const seesRoles = can('can_view_roles', 'can_view_all_roles')
  // The largest page that there is: the roles and markers of a project are fewer.
  const { data: roles } = useRoleList({ page: 1, size: 500, sort: 'name' }, { skip: !seesRoles })
  const seesMarkers = meets(SEE_MARKERS)
  const { data: markers } = useMarkerList(
    { page: 1, size: 500, sort: 'name' },
    { skip: !seesMarkers },
  )
  return useMemo(() => {
    const optionsOf = (items: { id: number; name: string }[] | undefined) =>
      items && { options: items.map(({ id, name }) => ({ value: id, label: name })) }
    return filtersOf(userFields, label, {
      role: optionsOf(roles?.items) ?? false,
      markers: optionsOf(markers?.items) ?? false,
      is_active: { label: t('active') },
      is_invited: { label: t('invited') },
    })
  }, [t, label, roles, markers])
}
