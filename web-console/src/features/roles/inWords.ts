import type { PermissionGroup } from './api'

const WIDE = /^can_(view|edit|delete)_all_(.+)$/
/** Wide rights whose names do not follow the pattern, and the narrower ones that they hold. */
const WIDER: Record<string, string[]> = {
  can_edit_all_server_domains: [
    'can_edit_descendant_domains',
    'can_edit_self_domain_general_parameters',
  ],
  can_delete_all_server_domains: ['can_delete_domain'],
  can_edit_all_roles: ['can_edit_role', 'can_edit_available_role'],
  can_delete_all_roles: ['can_delete_role', 'can_delete_available_role'],
  can_edit_all_users: ['can_edit_profile'],
  can_call_all: ['can_call_self_domain', 'can_call_descendants'],
}

/** Rights that go without saying beside a wider one. */
function narrowerThan(code: string): string[] {
  const [, verb, what] = WIDE.exec(code) ?? []
  const scopes = ['', 'descendant_', 'descendants_', 'domain_', 'own_', 'self_']
  const byName = verb && what ? scopes.map((scope) => `can_${verb}_${scope}${what}`) : []
  return [...byName, ...(WIDER[code] ?? [])]
}

export interface Sentence {
  group: string
  /** Every right of the group is granted. */
  isWhole: boolean
  /** What to say; narrower rights are left out beside wider ones. */
  codes: string[]
}

/** What a role can do, group by group, in the order of the catalogue. */
export function describe(
  groups: readonly PermissionGroup[],
  permissions: readonly string[],
): Sentence[] {
  const granted = new Set(permissions)
  const silent = new Set(permissions.flatMap(narrowerThan))
  return groups
    .map(({ name, permissions: all }) => {
      const codes = all.map(({ code }) => code).filter((code) => granted.has(code))
      return {
        group: name,
        isWhole: codes.length === all.length,
        codes: codes.filter((code) => !silent.has(code)),
      }
    })
    .filter(({ codes }) => codes.length > 0)
}
