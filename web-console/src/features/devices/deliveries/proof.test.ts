import { describe, expect, test } from 'vitest'
import type { Delivery } from '../api'
import { proofOf } from './proof'

const NOON = '2026-11-23T12:00:00Z'
const LATER = '2026-11-23T12:00:05Z'

const delivery = (id: number, more: Partial<Delivery> = {}): Delivery => ({
  device: { id, name: `Door ${id}` },
  is_wanted: true,
  state: 'confirmed',
  at: NOON,
  error: null,
  status: 'online',
  status_changed_at: null,
  ...more,
})

const states = (deliveries: Delivery[], claim: Parameters<typeof proofOf>[1]) =>
  proofOf(deliveries, claim).lines.map(({ door, state }) => [door.id, state])

describe('the proof of a grant', () => {
  const claim = { revokedAt: null }

  test('counts_what_doors_confirmed_and_names_first_those_that_wait', () => {
    const proof = proofOf(
      [delivery(1), delivery(2, { at: LATER }), delivery(3, { state: 'waiting' })],
      claim,
    )
    expect(proof.lines.map(({ door }) => door.id)).toEqual([3, 1, 2])
    expect(proof).toMatchObject({ confirmed: 2, lastAt: LATER })
  })

  test('a_door_that_was_not_told_yet_waits', () => {
    const expected = [
      { id: 1, name: 'Door 1' },
      { id: 2, name: 'Door 2' },
    ]
    expect(states([delivery(1)], { ...claim, expected })).toEqual([
      [2, 'waiting'],
      [1, 'confirmed'],
    ])
  })

  test('is_about_the_doors_that_were_granted_alone', () => {
    const expected = [{ id: 1, name: 'Door 1' }]
    expect(states([delivery(1), delivery(2)], { ...claim, expected })).toEqual([[1, 'confirmed']])
  })

  test('a_door_that_gave_it_back_is_no_part_of_it', () => {
    expect(states([delivery(1), delivery(2, { is_wanted: false })], claim)).toEqual([
      [1, 'confirmed'],
    ])
  })

  test('a_refusal_is_told_with_its_word', () => {
    const proof = proofOf([delivery(1, { state: 'refused', error: 'device_full' })], claim)
    expect(proof.lines).toMatchObject([{ state: 'refused', error: 'device_full' }])
    expect(proof).toMatchObject({ confirmed: 0, lastAt: null })
  })

  test('a_door_that_is_offline_says_since_when', () => {
    const away = delivery(1, { state: 'waiting', status: 'offline', status_changed_at: NOON })
    expect(proofOf([away], claim).lines[0]?.offlineSince).toBe(NOON)
  })
})

describe('the proof of a revocation', () => {
  const claim = { revokedAt: NOON }

  test('is_confirmed_only_by_a_door_that_gave_it_back', () => {
    expect(states([delivery(1, { is_wanted: false, at: LATER })], claim)).toEqual([
      [1, 'confirmed'],
    ])
  })

  test('a_door_that_still_holds_it_waits_since_the_revocation', () => {
    const held = delivery(1, { is_wanted: false, state: 'waiting', at: null })
    expect(proofOf([held], claim).lines).toMatchObject([{ state: 'waiting', at: NOON }])
  })

  test('a_door_that_was_not_told_yet_has_confirmed_nothing', () => {
    expect(states([delivery(1)], claim)).toEqual([[1, 'waiting']])
  })

  test('a_door_that_never_took_it_has_nothing_to_give_back', () => {
    expect(states([delivery(1, { state: 'refused' })], claim)).toEqual([])
  })
})
