import { expect, test } from 'vitest'
import { hasPermission, meets } from '@/kit/permissions'
import type { Permission } from '@/api/generated/permissions'
import { MANAGES, needOf } from './access'

const holder = (...permissions: Permission[]) => ({
  id: 7,
  role: { id: 1, name: 'Role', permissions },
  license_info: { features: [] },
})

test('what is of the project is for those who change the project, and of nobody else', () => {
  expect(meets(holder('can_change_project_settings'), needOf(null))).toBe(true)
  expect(
    meets(
      holder('can_edit_all_server_domains', 'can_manage_self_domain_integrations'),
      needOf(null),
    ),
  ).toBe(false)
})

test('what is of a group is for its editors and those who look after it, and not for those who change the project', () => {
  const editors: Permission[] = [
    'can_edit_all_server_domains',
    'can_edit_descendant_domains',
    'can_edit_self_domain_general_parameters',
    'can_manage_self_domain_integrations',
  ]
  for (const code of editors) expect(meets(holder(code), needOf(3))).toBe(true)
  expect(meets(holder('can_change_project_settings'), needOf(3))).toBe(false)
})

test('the list is open to whoever may change something in it', () => {
  for (const code of MANAGES.any) {
    const who = holder(code)
    expect(hasPermission(who, code) && meets(who, MANAGES)).toBe(true)
    expect(meets(who, needOf(null)) || meets(who, needOf(3))).toBe(true)
  }
})
