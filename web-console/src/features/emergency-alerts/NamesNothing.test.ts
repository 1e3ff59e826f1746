import { expect, test } from 'vitest'
import { emptiedLists } from './NamesNothing'

test('lists_that_name_nothing_are_said_in_one_order_and_unknown_ones_are_left_out', () => {
  expect(emptiedLists({ names_nothing: [] })).toEqual([])
  expect(
    emptiedLists({ names_nothing: ['start_roles', 'newer', 'devices', 'recipients'] }),
  ).toEqual(['recipients', 'devices', 'start_roles'])
})
