import { describe, expect, test } from 'vitest'
import { emptyQueue } from '@/features/forward-rules'
import type { SipNumber } from './api'
import {
  emptySipNumber,
  sipNumberSchema,
  toSipNumberBody,
  toSipNumberForm,
  type SipNumberForm,
} from './schema'
import { generateSipPassword } from './password'

const anna = { id: 1, name: 'Anna' }
const gate = { id: 2, name: 'Gate' }
const tower = { id: 3, name: 'Tower' }
const form: SipNumberForm = { ...emptySipNumber, owner: 'user', user: anna }
const queue = { ...emptyQueue(), numbers: ['101'] }

const problems = (change: Partial<SipNumberForm>) =>
  sipNumberSchema
    .safeParse({ ...form, ...change })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])
const body = (change: Partial<SipNumberForm>) =>
  toSipNumberBody(sipNumberSchema.parse({ ...form, ...change }))

describe('a virtual number', () => {
  test('a_number_has_up_to_twelve_digits_and_may_be_left_to_the_server', () => {
    expect(problems({ number: '123456789012' })).toBeUndefined()
    expect(problems({ number: '' })).toBeUndefined()
    expect(problems({ number: '1234567890123' })).toEqual([['number', '@number']])
    expect(problems({ number: '10a' })).toEqual([['number', '@number']])
    expect(body({ number: '' })).not.toHaveProperty('number')
  })

  test('a_password_has_digits_lower_and_upper_case_letters_only', () => {
    expect(problems({ password: 'Abcdefg1' })).toBeUndefined()
    for (const password of ['abcdefg1', 'ABCDEFG1', 'Abcdefgh', 'Abcdef-1', 'Абвгдеж1']) {
      expect(problems({ password })).toEqual([['password', '@sip_password']])
    }
    expect(problems({ password: 'Abc1' })).toEqual([['password', '@min_length|{"min":8}']])
    expect(problems({ password: `A1${'b'.repeat(30)}` })).toHaveLength(1)
  })

  test('a_made_password_passes', () => {
    for (const password of Array.from({ length: 50 }, generateSipPassword)) {
      expect(problems({ password })).toBeUndefined()
    }
  })

  test('an_untouched_password_is_not_sent', () => {
    expect(body({ password: '********' })).not.toHaveProperty('password')
    expect(body({ password: '' })).not.toHaveProperty('password')
    expect(body({ password: 'Abcdefg1' })).toHaveProperty('password', 'Abcdefg1')
  })

  test('it_belongs_to_one_of_a_user_a_device_and_a_group', () => {
    const all = { user: anna, device: gate, domain: tower }
    expect(body({ ...all, owner: 'user' })).toMatchObject({
      user: anna,
      device: null,
      is_general: false,
    })
    expect(body({ ...all, owner: 'device' })).toMatchObject({ user: null, device: gate })
    expect(body({ ...all, owner: 'group' })).toMatchObject({
      user: null,
      device: null,
      domain: tower,
      is_general: true,
    })
    expect(body(all)).not.toHaveProperty('owner')
  })

  test('what_it_belongs_to_is_chosen', () => {
    expect(problems({ user: null })).toEqual([['user', '@required']])
    expect(problems({ owner: 'device' })).toEqual([['device', '@required']])
    for (const owner of ['group', 'nobody'] as const) {
      expect(problems({ owner })).toEqual([['domain', 'at least one group must be selected']])
    }
  })

  test('the_group_of_a_user_or_device_may_be_left_to_the_server', () => {
    expect(body({ domain: null })).not.toHaveProperty('domain')
  })

  test('a_reserved_number_is_kept_free', () => {
    const kept = [['is_reserved', 'a reserved number is kept free']]
    expect(problems({ is_reserved: true })).toEqual(kept)
    expect(problems({ is_reserved: true, owner: 'group', domain: tower })).toEqual(kept)
    expect(problems({ is_reserved: true, owner: 'nobody', domain: tower })).toBeUndefined()
  })
})

describe('forwarding of a number', () => {
  test('a_manual_one_needs_a_queue_with_a_number', () => {
    expect(problems({ forward_mode: 'manual', forward_rules: [] })).toEqual([
      ['forward_rules', '@not_empty'],
    ])
    expect(problems({ forward_mode: 'manual', forward_rules: [queue, emptyQueue()] })).toEqual([
      ['forward_rules.1.numbers', '@not_empty'],
    ])
    expect(problems({ forward_mode: 'manual', forward_rules: [queue] })).toBeUndefined()
  })

  test('a_picked_one_needs_a_rule', () => {
    expect(problems({ forward_mode: 'picked' })).toEqual([['forward_group', '@required']])
  })

  test('drafts_of_queues_stop_nobody_and_are_not_sent_while_they_do_not_count', () => {
    expect(body({ forward_rules: [emptyQueue(), queue] }).forward_rules).toEqual([queue])
  })
})

test('a_saved_number_comes_back_as_it_was', () => {
  const saved = {
    number: '101',
    name: 'Concierge',
    is_active: false,
    is_reserved: false,
    is_system: false,
    is_general: false,
    user: anna,
    device: null,
    domain: tower,
    forward_mode: 'manual',
    forward_rules: [queue],
    forward_group: null,
    password: '********',
  } as unknown as SipNumber
  const { password: _password, ...rest } = saved
  expect(toSipNumberBody(sipNumberSchema.parse(toSipNumberForm(saved)))).toEqual(rest)
})
