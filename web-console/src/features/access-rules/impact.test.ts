import { expect, test } from 'vitest'
import type { AccessMatrixChange } from '@/api/generated/access-matrix'
import { impactOf, SHOWN, turnOf } from './impact'

const change = (
  user: number,
  lock: number,
  before: AccessMatrixChange['before'],
  after: AccessMatrixChange['after'],
): AccessMatrixChange => ({
  user: { id: user, name: `user ${user}` },
  device: { id: 7, name: 'Lobby' },
  lock_number: lock,
  before,
  after,
})

test('a_change_is_a_gain_a_loss_or_neither_as_the_server_counts_it', () => {
  expect(turnOf(change(1, 1, 'none', 'later'))).toBe('gained')
  expect(turnOf(change(1, 1, 'later', 'open'))).toBe('gained')
  expect(turnOf(change(1, 1, 'online_only', 'forbidden'))).toBe('lost')
  expect(turnOf(change(1, 1, 'open', 'online_only'))).toBe('other')
  expect(turnOf(change(1, 1, 'none', 'forbidden'))).toBe('other')
})

test('people_and_locks_are_counted_once_and_losses_are_named_first', () => {
  const items = [
    change(1, 1, 'none', 'open'),
    change(1, 2, 'none', 'open'),
    change(2, 1, 'none', 'open'),
    change(3, 1, 'open', 'none'),
    change(4, 1, 'open', 'online_only'),
  ]
  const impact = impactOf({ items, total: 5, gained: 3, lost: 1 })
  expect(impact).toMatchObject({
    gained: { people: 2, doors: 2 },
    lost: { people: 1, doors: 1 },
    others: 1,
    more: 0,
    isPart: false,
  })
  expect(impact.shown.map(({ user }) => user?.id)).toEqual([3, 1, 1, 2, 4])
})

test('only_the_first_changes_are_named_and_a_part_is_called_a_part', () => {
  const items = Array.from({ length: 30 }, (_, at) => change(at, 1, 'none', 'open'))
  const impact = impactOf({ items, total: 100, gained: 100, lost: 0 })
  expect(impact.shown).toHaveLength(SHOWN)
  expect(impact.more).toBe(80)
  expect(impact.isPart).toBe(true)
})
