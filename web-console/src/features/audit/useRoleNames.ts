import { roles } from '@/features/roles'
import { useCan } from '@/kit/permissions'
import { hasRoles } from './changes'
import type { AuditEvent } from './api'

/** The names of the roles that a record has by their ids; without those that have gone, or that may not be seen. */
export function useRoleNames({ before, after }: Pick<AuditEvent, 'before' | 'after'>) {
  const { meets } = useCan()
  const isNeeded = hasRoles(before) || hasRoles(after)
  const { data } = roles.api.useList(
    { size: 500, sort: 'name' },
    { skip: !isNeeded || !meets(roles.can.read) },
  )
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
