import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  issue,
  maskedPassword,
  nameRule,
  optionalText,
  parseIssue,
  PASSWORD_MASK,
  phoneRule,
  rangeRule,
} from './rules'
import { installCatalogueMessages } from './zodMessages'

beforeAll(installCatalogueMessages)

const failureOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? undefined : parseIssue(result.error.issues[0]!.message)
}

describe('rules', () => {
  test('a name is trimmed, and blank is missing', () => {
    expect(nameRule().parse('  Lobby ')).toBe('Lobby')
    expect(failureOf(nameRule(), '   ')).toEqual({ key: 'required', values: {} })
    expect(failureOf(nameRule(31), 'x'.repeat(32))).toEqual({
      key: 'max_length',
      values: { max: 31 },
    })
  })

  test('blank optional text becomes null', () => {
    expect(optionalText(10).parse(' ')).toBeNull()
    expect(optionalText(10).parse(null)).toBeNull()
  })

  test('an untouched password is sent as null, a new one as it is', () => {
    const password = maskedPassword(6, 31)
    expect(password.parse(PASSWORD_MASK)).toBeNull()
    expect(password.parse('')).toBeNull()
    expect(password.parse('Secret1')).toBe('Secret1')
    expect(failureOf(password, 'abc')).toEqual({ key: 'min_length', values: { min: 6 } })
  })

  test('phones are international', () => {
    expect(phoneRule.safeParse('+31201234567').success).toBe(true)
    expect(failureOf(phoneRule, '0201234567')?.key).toBe('phone')
  })

  test('a range names both of its ends', () => {
    expect(failureOf(rangeRule(1, 500), 0)).toEqual({ key: 'range', values: { min: 1, max: 500 } })
  })
})

describe('failures that a schema has no words for', () => {
  test('a missing value is required, whatever its type', () => {
    expect(failureOf(z.number(), null)?.key).toBe('required')
    expect(failureOf(z.enum(['a']), undefined)?.key).toBe('required')
    expect(failureOf(z.string().min(3), '')?.key).toBe('required')
  })

  test('limits become the words of the catalogue', () => {
    expect(failureOf(z.string().max(2), 'abc')).toEqual({ key: 'max_length', values: { max: 2 } })
    expect(failureOf(z.number().min(5), 3)).toEqual({ key: 'at_least', values: { min: 5 } })
    expect(failureOf(z.array(z.number()).min(1), [])?.key).toBe('not_empty')
    expect(failureOf(z.enum(['a']), 'b')?.key).toBe('option')
  })
})

test('a server sentence is no key', () => {
  expect(parseIssue('value not unique')).toBeUndefined()
  expect(parseIssue(issue('required'))).toEqual({ key: 'required', values: {} })
})
