import { useMemo } from 'react'
import { useCan } from '@/kit/permissions'
import type { Editor } from './permissionTree'

/** What the signed-in person may change of roles. */
export function useEditor(): Editor {
  const { profile, can } = useCan()
  const held = profile?.role?.permissions
  const mayGrantMore = can('can_grant_permissions_more_than_his_own')
  return useMemo(() => ({ held: new Set(held), mayGrantMore }), [held, mayGrantMore])
}
