import { expect, test } from 'vitest'
import { emptySip, sipSchema } from './sip'

const problems = (change: object) =>
  sipSchema.safeParse({ ...emptySip, ...change }).error?.issues.map(({ path }) => path[0])

test('a first number must not exceed the last, whatever their length', () => {
  expect(problems({ first_number: '900', last_number: '1000' })).toBeUndefined()
  expect(problems({ first_number: '1000', last_number: '900' })).toEqual(['last_number'])
})

test('a range of numbers has both ends', () => {
  expect(problems({ first_number: '100' })).toEqual(['last_number'])
  expect(problems({ last_number: '100' })).toEqual(['first_number'])
})

test('SIP without an address of its own registers at the installation', () => {
  expect(problems({ is_enabled: true })).toBeUndefined()
  expect(problems({ is_enabled: true, proxy_address: 'sip.example' })).toBeUndefined()
})
