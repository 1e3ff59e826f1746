import { expect, test } from 'vitest'
import { groupRows, selectedIds } from './interception'

const group = (id: number, is_selected: boolean) => ({
  id,
  name: `Group ${id}`,
  full_name: `Site / Group ${id}`,
  is_selected,
})

const settings = {
  is_active: false,
  groups: [group(1, true), group(2, false)],
  user_groups: [group(2, false), group(3, false)],
}

test('chosen groups and those of the person are listed once each', () => {
  expect(groupRows(settings, [], {}).map(({ id }) => id)).toEqual([1, 2, 3])
})

test('groups can be chosen and added while it is off', () => {
  const rows = groupRows(settings, [{ id: 9, name: 'Added' }], { 1: false, 3: true })
  expect(selectedIds(rows)).toEqual([3, 9])
})

test('on activation only the selected groups and the own ones remain, and none can be added', () => {
  const rows = groupRows(
    { ...settings, is_active: true, user_groups: [group(3, false)] },
    [{ id: 9, name: 'Added' }],
    { 1: false },
  )
  expect(rows.map(({ id }) => id)).toEqual([1, 3])
  expect(selectedIds(rows)).toEqual([1])
})
