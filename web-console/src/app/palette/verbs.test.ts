import { expect, test } from 'vitest'
import { parseOrder } from './verbs'

const words = { open: 'open открыть открой', revoke: 'revoke', call: 'call' }

test('the first word is a verb, the others are its object', () => {
  expect(parseOrder('open main gate', words)).toEqual({ verb: 'open', target: 'main gate' })
  expect(parseOrder('Revoke 0013961168', words)).toEqual({ verb: 'revoke', target: '0013961168' })
  expect(parseOrder('открой ворота', words)).toEqual({ verb: 'open', target: 'ворота' })
})

test.each(['open', 'open ', 'opening hours', 'main open'])(
  'a verb alone, or a word that only begins like one, is a search: "%s"',
  (typed) => expect(parseOrder(typed, words)).toBeUndefined(),
)
