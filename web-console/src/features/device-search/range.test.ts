import { expect, test } from 'vitest'
import { parseAddress, problemOf, sizeOf } from './range'

test('an address has four numbers up to 255', () => {
  expect(parseAddress('10.0.0.1')).toBe(167_772_161)
  expect(parseAddress(' 255.255.255.255 ')).toBe(4_294_967_295)
  for (const text of [
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.01',
    'fe80::1',
    '10.0.0.1/24',
    '1.1.1.-1',
  ]) {
    expect([text, parseAddress(text)]).toEqual([text, undefined])
  }
})

test('a range goes upwards and has a thousand addresses at most', () => {
  expect(problemOf('x', '10.0.0.1')).toBe('start')
  expect(problemOf('10.0.0.1', '')).toBe('end')
  expect(problemOf('10.0.0.2', '10.0.0.1')).toBe('order')
  expect(problemOf('10.0.0.0', '10.0.4.0')).toBe('size')
  expect(problemOf('10.0.0.0', '10.0.3.255')).toBeUndefined()
  expect([sizeOf('10.0.0.7', '10.0.0.7'), sizeOf('10.0.0.0', '10.0.3.255')]).toEqual([1, 1024])
  expect(sizeOf('10.0.0.2', '10.0.0.1')).toBeUndefined()
})
