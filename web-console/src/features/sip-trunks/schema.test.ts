import { expect, test } from 'vitest'
import { emptySipTrunk, sipTrunkSchema, toSipTrunkBody, type SipTrunkForm } from './schema'

const line: SipTrunkForm = {
  ...emptySipTrunk,
  name: 'Provider',
  outgoing_number: '+31201234567',
  termination_uri: 'sip:sip.provider.example',
  domains: [{ id: 1, name: 'Riverside' }],
}
const problems = (change: Partial<SipTrunkForm>) =>
  sipTrunkSchema
    .safeParse({ ...line, ...change })
    .error?.issues.map(({ path, message }) => [path[0], message])

test('a_trunk_belongs_to_at_least_one_group', () => {
  expect(problems({ domains: [] })).toEqual([['domains', 'at least one group must be selected']])
})

test('a_trunk_that_registers_has_a_login_and_a_password', () => {
  const registers = { is_registration_enabled: true }
  expect(problems(registers)).toEqual([
    ['login', '@required'],
    ['password', '@required'],
  ])
  expect(problems({ ...registers, login: 'riverside' })).toEqual([['password', '@required']])
  for (const password of ['New1', '********']) {
    expect(problems({ ...registers, login: 'riverside', password })).toBeUndefined()
  }
  const entered = { ...registers, login: 'riverside', password: '', has_password: true }
  expect(problems(entered), 'the saved one stays where the field was only entered').toBeUndefined()
})

test('the_provider_is_a_sip_address_with_port_and_transport', () => {
  for (const uri of ['sip:10.0.0.1:5060', 'sip:a.example;transport=tls', 'sip:[2001:db8::1]']) {
    expect(problems({ termination_uri: uri })).toBeUndefined()
  }
  for (const uri of ['sip.provider.example', 'sip:', 'sip:a b', 'sip:a;transport=ws', 'http://a']) {
    expect(problems({ termination_uri: uri })).toEqual([['termination_uri', '@sip_uri']])
  }
})

test('the_number_shown_outside_is_international', () => {
  expect(problems({ outgoing_number: '0201234567' })).toEqual([['outgoing_number', '@phone']])
})

test('an_untouched_password_is_left_out_and_none_goes_without_a_login', () => {
  const body = (change: Partial<SipTrunkForm>) =>
    toSipTrunkBody(sipTrunkSchema.parse({ ...line, ...change })).password
  expect(body({ login: 'riverside', password: '********' })).toBeUndefined()
  expect(body({ login: 'riverside', password: 'New1' })).toBe('New1')
  expect(body({ login: 'riverside', password: '' })).toBeUndefined()
  expect(body({ login: '', password: '********' })).toBe('')
})
