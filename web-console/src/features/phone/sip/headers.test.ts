import { expect, test } from 'vitest'
import { addressOf, isRefusal, readInvite, reasonOf, wordsOf } from './headers'

test('headers of an incoming call say what it is', () => {
  const headers = { speechId: ' 7-1 ', speechType: 'Awaiting', targetCallee: '1000', sos: '1' }
  expect(readInvite(headers)).toEqual({
    speechId: '7-1',
    type: 'awaiting',
    callee: '1000',
    isSos: true,
  })
})

test('a header that makes no sense counts as absent', () => {
  expect(readInvite({ speechId: ' ', speechType: 'odd', sos: 'perhaps' })).toEqual({
    speechId: undefined,
    type: 'normal',
    callee: '',
    isSos: false,
  })
})

test('a number becomes an address', () => {
  expect(addressOf('1002', 'p1.sip.test')).toBe('sip:1002@p1.sip.test')
  expect(addressOf('+31201234567', 'p1.sip.test')).toBe('sip:+31201234567@p1.sip.test')
  expect(addressOf('*21#', 'p1.sip.test')).toBe('sip:*21%23@p1.sip.test')
})

test.each([
  ['Busy', 486, 'busy'],
  ['Rejected', 603, 'declined'],
  ['Rejected', 403, 'forbidden'],
  ['Not Found', 404, 'notFound'],
  ['Unavailable', 480, 'unavailable'],
  ['Canceled', undefined, 'cancelled'],
  ['Terminated', undefined, 'ended'],
  ['No Answer', undefined, 'unavailable'],
  ['WebRTC Error', undefined, 'failed'],
  ['SIP Failure Code', 500, 'failed'],
] as const)('%s %s is %s', (cause, code, reason) => {
  expect(reasonOf(cause, code)).toBe(reason)
})

test.each([
  ['unable to call your number', 403, 'ownNumber'],
  ['number is disabled', 403, 'disabled'],
  ['Number Disabled', 403, 'disabled'],
  ['no trunk for this call', 403, 'noTrunk'],
  ['answered by another user', 403, 'answeredByAnother'],
  ['action prohibited', 403, 'forbidden'],
  ['too many requests', 429, 'tooMany'],
  ['Too Many Calls', 503, 'tooMany'],
  ['words of a proxy that nobody knows', 403, 'forbidden'],
] as const)('a refusal in the words %s is %s', (words, code, reason) => {
  const header = `SIP;cause=${code};text="${words}"`
  expect(reasonOf('Rejected', code, wordsOf(header, 'Forbidden'))).toBe(reason)
  expect(reasonOf('Rejected', code, wordsOf(undefined, words))).toBe(reason)
})

test('an answer without words is known by its code', () => {
  expect(reasonOf('Rejected', 403, wordsOf(undefined, undefined))).toBe('forbidden')
  expect(wordsOf('SIP;cause=200', 'Busy Here')).toBe('busy here')
})

test('only an answer about the credentials is a refusal', () => {
  expect([401, 403, 404].every(isRefusal)).toBe(true)
  expect([undefined, 408, 500, 503].some(isRefusal)).toBe(false)
})
