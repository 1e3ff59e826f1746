import { expect, test } from 'vitest'
import { GROUP_EDIT, SETTING_NEEDS } from './access'

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
