import { expect, test } from 'vitest'
import { gridFloors, otherWays, wayOf } from './cells'

const floor = (number: number, is_public = false) => ({ floor: number, name: '', is_public })

test('a floor that vanished from the maps stays in the grid, marked', () => {
  const floors = gridFloors([floor(1, true), floor(3)], [2, 3])
  expect(floors.map((each) => [each.floor, each.is_missing])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ])
})

const roof = {
  id: 9,
  name: 'Roof',
  users: [{ id: 1 }],
  elevators: [{ id: 4, floors: [{ floor: 3 }] }],
}

test('what another rule gives is known by its name, and the rule that is edited is no other', () => {
  const others = otherWays([roof, { ...roof, id: 10, name: 'Own' }], 4, 10)
  expect([...others]).toEqual([['1:3', ['Roof']]])
  expect([...otherWays([roof], 5, undefined)]).toEqual([])
})

test('a floor for everybody needs no rule, and this rule is told before others', () => {
  const others = otherWays([roof], 4, undefined)
  const way = (user: number, number: number, isChosen: boolean, is_public = false) =>
    wayOf({ user, isChosen, others, floor: { ...floor(number, is_public), is_missing: false } })
      .kind
  expect(way(1, 3, true, true)).toBe('public')
  expect(way(1, 3, true)).toBe('rule')
  expect(way(1, 3, false)).toBe('other')
  expect(way(2, 3, false)).toBe('none')
})
