import type { Need } from '@/kit/permissions'

export const VIEW_GROUP: Need = {
  any: [
    'can_view_self_domains_licenses',
    'can_view_descendant_domains_licenses',
    'can_view_all_domains_licenses',
  ],
}
export const EDIT_GROUP: Need = {
  any: [
    'can_edit_domain_licenses_count',
    'can_edit_descendant_domains_licenses_count',
    'can_edit_all_domains_licenses_count',
  ],
}
export const VIEW_USER: Need = { any: ['can_view_users_licenses', 'can_edit_users_licenses'] }
export const EDIT_USER: Need = { any: ['can_edit_users_licenses'] }
/** Besides: what they have themselves. */
export const EDIT_OWN: Need = { any: ['can_view_all_users'] }
export const VIEW: Need = { any: ['can_view_licenses'] }
export const MANAGE: Need = { any: ['can_manage_licenses'] }
