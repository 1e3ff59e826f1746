import { expect, test } from 'vitest'
import { GROUP_EDIT, isSettingOn, SETTING_NEEDS, settingNeed, type SettingTab } from './access'
import type { Group } from './api'

/** As `crates/policy/src/table.rs` and `Area::resource` of domains have it. */
const SERVER = {
  whiteLabel: ['can_manage_self_domain_white_label_settings', 'can_edit_all_server_domains'],
  wallet: [
    'can_edit_all_server_domains',
    'can_edit_descendant_domains',
    'can_edit_self_domain_general_parameters',
  ],
  guestLimits: ['can_manage_self_domain_guest_access', 'can_edit_all_server_domains'],
  notifications: ['can_manage_self_domain_notifications', 'can_edit_all_server_domains'],
  forward: ['can_manage_self_domain_forward_settings', 'can_edit_all_server_domains'],
  trunk: ['can_manage_self_domain_sip_trunks', 'can_edit_all_server_domains'],
}

test('each part of the settings is open to those whom the server lets change it', () => {
  const needs = Object.fromEntries(
    Object.entries(SETTING_NEEDS).map(([key, need]) => [key, need.any?.toSorted()]),
  )
  const server = Object.entries(SERVER).map(([key, codes]) => [key, codes.toSorted()])
  expect(needs).toEqual(Object.fromEntries(server))
  expect(SETTING_NEEDS.wallet).toBe(GROUP_EDIT)
})

const group = (settings: object) => settings as unknown as Group

test('settings that a licence allows are switched on with its feature, and off without', () => {
  const features = Object.fromEntries(
    (Object.keys(SETTING_NEEDS) as SettingTab[]).map((key) => [
      key,
      settingNeed(key, false).feature,
    ]),
  )
  expect(features).toEqual({
    whiteLabel: 'mobile_app.white_label',
    wallet: undefined,
    guestLimits: 'identifier.guest',
    notifications: undefined,
    forward: 'sip',
    trunk: 'sip.trunks',
  })
  expect(settingNeed('trunk', true)).toEqual(SETTING_NEEDS.trunk)
  const on = group({
    whitelabel_settings: { is_enabled: true },
    guest_identifier_limits: { max_passes_count: null, max_period_days: 3 },
    sip_number: { is_active: true },
    sip_trunk: { is_enabled: true },
  })
  for (const key of ['whiteLabel', 'guestLimits', 'forward', 'trunk'] as const) {
    expect(isSettingOn(on, key)).toBe(true)
    expect(isSettingOn(undefined, key)).toBe(false)
  }
})
