import type { LicensedFeature, Need } from '@/kit/permissions'
import type { Permission } from '@/api/generated/permissions'
import type { Group } from './api'

/** Who may change what a group is. */
export const GROUP_EDIT = {
  any: [
    'can_edit_all_server_domains',
    'can_edit_descendant_domains',
    'can_edit_self_domain_general_parameters',
  ],
} as const satisfies Need

/** Each part of a group's settings has a right of its own; who may edit every group needs none. */
const own = (code: Permission): Need => ({
  any: [code, 'can_edit_all_server_domains'],
})

export const SETTING_NEEDS = {
  whiteLabel: own('can_manage_self_domain_white_label_settings'),
  // The catalogue has no right for cards alone: they are part of the group.
  wallet: GROUP_EDIT,
  guestLimits: own('can_manage_self_domain_guest_access'),
  notifications: own('can_manage_self_domain_notifications'),
  forward: own('can_manage_self_domain_forward_settings'),
  trunk: own('can_manage_self_domain_sip_trunks'),
} as const

export type SettingTab = keyof typeof SETTING_NEEDS

/** Features of the licence that settings are switched on by, as `Area::feature` of domains has them. */
const SETTING_FEATURES: Partial<Record<SettingTab, LicensedFeature>> = {
  whiteLabel: 'mobile_app.white_label',
  guestLimits: 'identifier.guest',
  forward: 'sip',
  trunk: 'sip.trunks',
}

/** What is on may be changed, and switched off, without its feature. */
export const settingNeed = (key: SettingTab, isOn: boolean): Need => ({
  ...SETTING_NEEDS[key],
  ...(!isOn && SETTING_FEATURES[key] && { feature: SETTING_FEATURES[key] }),
})

export function isSettingOn(group: Group | undefined, key: SettingTab): boolean {
  switch (key) {
    case 'whiteLabel':
      return Boolean(group?.whitelabel_settings?.is_enabled)
    case 'guestLimits': {
      const limits = group?.guest_identifier_limits
      return (limits?.max_passes_count ?? limits?.max_period_days ?? null) !== null
    }
    case 'forward':
      return Boolean(group?.sip_number?.is_active)
    case 'trunk':
      return Boolean(group?.sip_trunk?.is_enabled)
    default:
      return true
  }
}

/** Who may move groups, generate and import what lies below them. */
export const MOVE_NEED: Need = {
  any: ['can_edit_all_server_domains', 'can_edit_descendant_domains'],
}
export const BELOW_NEED: Need = {
  any: ['can_create_descendant_domain', 'can_create_root_domain'],
}
