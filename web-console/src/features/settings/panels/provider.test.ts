import { expect, test } from 'vitest'
import { emptyProvider, providerSchema } from './provider'

const problems = (change: object) =>
  providerSchema.safeParse({ ...emptyProvider, ...change }).error?.issues.map(({ path }) => path[0])

test('a provider that is used needs a name, an issuer and a client', () => {
  expect(problems({ is_enabled: true })).toEqual(['name', 'issuer_url', 'client_id'])
  expect(problems({})).toBeUndefined()
})

test('an issuer is an address with https', () => {
  expect(problems({ issuer_url: 'http://login.example' })).toEqual(['issuer_url'])
  expect(problems({ issuer_url: 'https://login.example/realm' })).toBeUndefined()
})

test('users are made with a role and a group, or not at all', () => {
  expect(problems({ role: { id: 1, name: 'Resident' } })).toEqual(['domain'])
  expect(problems({ domain: { id: 1, name: 'Riverside' } })).toEqual(['role'])
})
