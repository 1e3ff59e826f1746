import { expect, test } from 'vitest'
import { mayIssueKeys, mayRevokeKeys } from '@/features/ukey2/access'
import { meets, type Need } from '@/kit/permissions/permissions'
import { entities, screens } from './screens'

/** By the feature of the licence: the entities that are made with it, and the screens that are no entity's. */
const LICENSED = {
  amenity: ['amenities', 'reservations'],
  elevator: ['elevatorAccessRules', 'elevatorEvents', 'elevators'],
  'identifier.guest': ['guestAccess'],
  sip: ['alarmCalls', 'callHistory', 'forwardRules', 'virtualNumbers'],
  'sip.trunks': ['sipTrunks'],
  ukey2: ['ukey2', 'ukey2Key'],
}

const needs = new Map<string, Need>([
  ...entities.flatMap(({ key, can }) => (can.create ? [[key, can.create] as const] : [])),
  ...screens.flatMap(({ key, need }) => (need ? [[key, need] as const] : [])),
])

/** Somebody with every right that is asked for, and some features. */
const who = (need: Need, features: string[]) => ({
  id: 7,
  role: { id: 1, name: 'All', permissions: [...(need.any ?? [])] },
  license_info: { features },
})

test('each feature of the licence has its screens', () => {
  const found: Record<string, string[]> = {}
  for (const [key, { feature }] of needs) if (feature) (found[feature] ??= []).push(key)
  const sorted = Object.entries(found).map(([feature, keys]) => [feature, keys.toSorted()])
  expect(Object.fromEntries(sorted)).toEqual(LICENSED)
})

test.each(Object.entries(LICENSED))(
  'screens of %s are closed to those who have every right and not the feature',
  (feature, keys) => {
    const others = Object.keys(LICENSED).filter((other) => other !== feature)
    const isOpen = (held: string[]) =>
      keys.filter((key) => meets(who(needs.get(key)!, held), needs.get(key)))
    expect(isOpen(others)).toEqual([])
    expect(isOpen([feature])).toEqual(keys)
  },
)

test('a mobile key is issued with its feature, and revoked without', () => {
  expect(meets(who(mayIssueKeys, []), mayIssueKeys)).toBe(false)
  expect(meets(who(mayIssueKeys, ['ukey2']), mayIssueKeys)).toBe(true)
  expect(meets(who(mayRevokeKeys, []), mayRevokeKeys)).toBe(true)
})
