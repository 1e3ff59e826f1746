import { expect, test } from 'vitest'
import { describeAgent } from './userAgent'

test('browsers that call themselves by the names of others are told apart', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(describeAgent(`Mozilla/5.0 (X11; Linux x86_64) ${webkit}`)).toBe('Chrome · Linux')
  expect(describeAgent(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Edg/140.0`)).toBe('Edge · Windows')
  expect(
    describeAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1'),
  ).toBe('Safari · iOS')
})

test('what is not known keeps its own words', () => {
  expect(describeAgent('curl/8.1')).toBe('curl/8.1')
})
