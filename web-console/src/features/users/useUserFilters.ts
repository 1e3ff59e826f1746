import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SEE_MARKERS, useMarkerList } from '@/features/markers'
import { useRoleList } from '@/features/roles'
import type { FilterField } from '@/kit/filter'
import { useCan } from '@/kit/permissions'

/** Fields by which the users may be narrowed. */
export function useUserFilters(): FilterField[] {
  const { t } = useTranslation('users')
  const { can, meets } = useCan()
  const seesRoles = can('can_view_roles', 'can_view_all_roles')
  // The roles of a project are few: one page holds them.
  const { data: roles } = useRoleList({ page: 1, size: 100, sort: 'name' }, { skip: !seesRoles })
  const seesMarkers = meets(SEE_MARKERS)
  const { data: markers } = useMarkerList(
    { page: 1, size: 100, sort: 'name' },
    { skip: !seesMarkers },
  )
  return useMemo(() => {
    const fields: FilterField[] = [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'email', label: t('fields.email'), type: 'text' },
      { field: 'login', label: t('fields.login'), type: 'text' },
      { field: 'phone', label: t('fields.phone'), type: 'text' },
      { field: 'description', label: t('fields.description'), type: 'text' },
      { field: 'is_active', label: t('active'), type: 'boolean' },
      { field: 'is_invited', label: t('invited'), type: 'boolean' },
      { field: 'activated_at', label: t('fields.activated'), type: 'time' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ]
    const options = roles?.items.map(({ id, name }) => ({ value: id, label: name }))
    if (options) {
      fields.splice(2, 0, { field: 'role_id', label: t('fields.role'), type: 'choice', options })
    }
    const marked = markers?.items.map(({ id, name }) => ({ value: id, label: name }))
    if (marked) {
      fields.splice(2, 0, {
        field: 'markers',
        label: t('fields.markers'),
        type: 'choice',
        options: marked,
      })
    }
    return fields
  }, [t, roles, markers])
}
