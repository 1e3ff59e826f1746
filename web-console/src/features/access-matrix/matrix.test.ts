import { describe, expect, test } from 'vitest'
import type { AccessMatrixRow } from '@/api/generated/access-matrix'
import { dateFormat } from '@/kit/time'
import { linesOf } from './fold'
import { moved } from './moves'
import { accessMatrixPath, argsOf, changed, parseQuestion, questionParams } from './question'
import { daysFrom, isInWeek, LAST_STEP, stepOfTime, timeOfStep } from './week'

const STATES = ['open', 'later', 'forbidden', 'open_without_identifier'] as const

/** A small generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

function randomRows(seed: number, doors: number): AccessMatrixRow[] {
  const random = randomOf(seed)
  return Array.from({ length: 30 }, (_row, id) => ({
    user: { id, name: `User ${id}` },
    is_active: random(5) > 0,
    class: random(3),
    cells: Array.from({ length: doors }, (_cell, door) => door)
      .filter(() => random(3) === 0)
      .map((door) => ({
        door,
        state: STATES[random(STATES.length)]!,
        access_rules: [],
        next_opens: null,
        online_only: null,
      })),
  }))
}

describe('equal rows as one', () => {
  test('show_the_same_cell_for_every_user_and_door_as_the_rows_themselves', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const rows = randomRows(seed, 3)
      const lines = linesOf(rows, 3, { isFolded: true, opened: new Set() })
      const cells = lines.flatMap(({ users, cells: row }) =>
        users.map(({ id }) => [id, row.map((cell) => cell?.state ?? 'none')] as const),
      )
      const expected = rows.map(
        ({ user, cells: row }) =>
          [
            user!.id,
            [0, 1, 2].map((door) => row.find((cell) => cell.door === door)?.state ?? 'none'),
          ] as const,
      )
      expect(cells.toSorted(([a], [b]) => a - b)).toEqual(expected)
      expect(lines.length).toBeLessThan(rows.length)
    }
  })

  test('of_different_classes_stay_apart', () => {
    const [row] = randomRows(1, 2)
    const rows = [
      { ...row!, class: 1 },
      { ...row!, class: 2, user: { id: 99, name: 'Z' } },
    ]
    expect(linesOf(rows, 2, { isFolded: true, opened: new Set() })).toHaveLength(2)
  })

  test('are_shown_one_by_one_below_a_group_that_is_opened', () => {
    const [row] = randomRows(1, 2)
    const rows = [row!, { ...row!, user: { id: 99, name: 'Z' } }]
    const [group] = linesOf(rows, 2, { isFolded: true, opened: new Set() })
    const lines = linesOf(rows, 2, { isFolded: true, opened: new Set([group!.key]) })
    expect(lines.map(({ users, isMember }) => [users.length, isMember])).toEqual([
      [2, false],
      [1, true],
      [1, true],
    ])
    expect(linesOf(rows, 2, { isFolded: false, opened: new Set() })).toHaveLength(2)
  })
})

describe('the question', () => {
  const empty = parseQuestion(new URLSearchParams())

  test('is_in_the_address_and_at_rest_the_address_is_bare', () => {
    expect(accessMatrixPath(empty)).toBe('/access-matrix')
    const question = {
      ...empty,
      page: 2,
      size: 100,
      doorPage: 3,
      search: 'anna',
      userId: 1,
      groupId: 2,
      deviceId: 3,
      lock: 1,
      deviceGroupId: 4,
      ruleId: 5,
      state: 'later' as const,
      at: '2026-11-24T08:00:00.000Z',
      isFolded: false,
    }
    expect(parseQuestion(questionParams(question))).toEqual(question)
  })

  test('of_a_strange_address_is_the_whole_matrix', () => {
    const strange = 'page=-1&size=7&state=ajar&at=later&lock_number=2&user_id=x'
    expect(parseQuestion(new URLSearchParams(strange))).toEqual(empty)
  })

  test('begins_at_the_first_page_when_it_is_narrowed', () => {
    const far = { ...empty, page: 4, doorPage: 2, deviceId: 1, lock: 2 }
    expect(changed(far, { search: 'a' })).toMatchObject({ page: 1, doorPage: 2 })
    expect(changed(far, { deviceId: 9 })).toMatchObject({ page: 1, doorPage: 1, lock: undefined })
    expect(changed(far, { at: '2026-11-24T08:00:00Z' })).toMatchObject({ page: 4, doorPage: 2 })
  })

  test('narrows_users_by_filters_and_doors_by_parameters', () => {
    const args = argsOf({ ...empty, userId: 7, groupId: 2, deviceId: 3, lock: 1 })
    expect(JSON.parse(args.filters!)).toEqual({
      match: 'match_all',
      items: [
        { field: 'id', rule: 'equals', value: 7 },
        { field: 'within_domain_id', rule: 'equals', value: 2 },
      ],
    })
    expect(args).toMatchObject({ deviceId: 3, lockNumber: 1, size: 50, doorSize: 50 })
  })
})

describe('the week of the time chooser', () => {
  const zone = 'Europe/Amsterdam'
  const { at } = dateFormat({ format: 'DD-MM-YYYY', zone, locale: 'en' })

  test('has_every_half_hour_once_on_the_clocks_of_the_zone', () => {
    const monday = at('2026-11-23T15:20:00Z')
    expect(timeOfStep(monday, 0, zone).toISOString()).toBe('2026-11-22T23:00:00.000Z')
    for (let step = 0; step <= LAST_STEP; step += 1) {
      expect(stepOfTime(monday, timeOfStep(monday, step, zone))).toBe(step)
    }
  })

  test('keeps_wall_times_over_a_change_of_the_clocks', () => {
    const friday = at('2026-10-23T10:00:00Z')
    const noonOfMonday = timeOfStep(friday, 3 * 48 + 24, zone)
    expect(noonOfMonday.format('dd HH:mm')).toBe('Mo 12:00')
    expect(daysFrom(friday, zone).map((day) => day.format('D HH:mm'))).toEqual(
      [23, 24, 25, 26, 27, 28, 29].map((day) => `${day} 00:00`),
    )
  })

  test('ends_after_seven_days', () => {
    const monday = at('2026-11-23T15:20:00Z')
    expect(isInWeek(monday, at('2026-11-22T22:59:00Z'))).toBe(false)
    expect(isInWeek(monday, at('2026-11-22T23:00:00Z'))).toBe(true)
    expect(isInWeek(monday, at('2026-11-29T22:59:00Z'))).toBe(true)
    expect(isInWeek(monday, at('2026-11-29T23:00:00Z'))).toBe(false)
  })
})

test('keys_move_within_the_grid', () => {
  const size = { rows: 20, columns: 5 }
  const to = (key: string, from = { row: 5, column: 2 }, ctrlKey = false) =>
    moved(from, { key, ctrlKey }, size)
  expect(to('ArrowDown')).toEqual({ row: 6, column: 2 })
  expect(to('ArrowLeft', { row: 0, column: 0 })).toEqual({ row: 0, column: 0 })
  expect(to('End')).toEqual({ row: 5, column: 4 })
  expect(to('End', undefined, true)).toEqual({ row: 19, column: 4 })
  expect(to('PageDown', { row: 15, column: 0 })).toEqual({ row: 19, column: 0 })
  expect(to('a')).toBeUndefined()
})
