import { describe, expect, it } from 'vitest'
import {
  emptyOwn,
  emptyService,
  ownSchema,
  serviceSchema,
  toOwnBody,
  toServiceBody,
} from './schema'

const now = new Date('2026-03-01T12:00:00Z')

describe('a token', () => {
  it('has the rights of its preset, or those that were chosen', () => {
    const values = { ...emptyOwn, name: 'CI' }
    expect(toOwnBody(values, now).scopes).toEqual(['read_only'])
    expect(toOwnBody({ ...values, preset: 'all', codes: ['can_view_users'] }, now).scopes).toEqual([
      'all',
    ])
    expect(
      toOwnBody({ ...values, preset: 'chosen', codes: ['can_view_users'] }, now).scopes,
    ).toEqual(['can_view_users'])
  })

  it('expires a number of days from now, as an instant in UTC', () => {
    expect(toOwnBody({ ...emptyOwn, days: 30 }, now).expires_at).toBe('2026-03-31T12:00:00.000Z')
  })

  it('of chosen rights has at least one', () => {
    const chosen = { ...emptyOwn, name: 'CI', preset: 'chosen' as const }
    expect(ownSchema.safeParse(chosen).error?.issues[0]?.path).toEqual(['codes'])
    expect(ownSchema.safeParse({ ...chosen, codes: ['can_view_users'] }).success).toBe(true)
  })

  it('of the project has a role, and groups or none', () => {
    const values = { ...emptyService, name: 'Barrier' }
    expect(serviceSchema.safeParse(values).error?.issues[0]?.path).toEqual(['role'])
    const role = { id: 3, name: 'Concierge' }
    expect(serviceSchema.safeParse({ ...values, role }).success).toBe(true)
    expect(toServiceBody({ ...values, role }, now)).toMatchObject({ role, domains: [] })
  })

  it('has a name of 1 to 31 characters', () => {
    for (const name of ['', ' ', 'x'.repeat(32)])
      expect(ownSchema.safeParse({ ...emptyOwn, name }).success).toBe(false)
  })
})
