import type { Id } from '@/api/types'
import type { Need } from '@/kit/permissions'

/** An integration of the project is for those who change the project. */
const OF_PROJECT = { any: ['can_change_project_settings'] } as const satisfies Need

/** One of a group is for those who edit the group, or look after its integrations. */
const OF_GROUP = {
  any: [
    'can_edit_all_server_domains',
    'can_edit_descendant_domains',
    'can_edit_self_domain_general_parameters',
    'can_manage_self_domain_integrations',
  ],
} as const satisfies Need

/** Whoever may change one of either sees the list. */
export const MANAGES = { any: [...OF_PROJECT.any, ...OF_GROUP.any] } as const satisfies Need

/** What is needed to change one of a group, or of the project (null). */
export const needOf = (groupId: Id | null): Need => (groupId === null ? OF_PROJECT : OF_GROUP)
