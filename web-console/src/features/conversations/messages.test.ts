import { expect, test } from 'vitest'
import type { ConversationMessage } from './api'
import { readDraft, writeDraft } from './draft'
import { byDay, mergeMessages, stillOutgoing } from './messages'

const message = (id: number, day = 23): ConversationMessage => ({
  id,
  user: { id: 5, name: 'Ann' },
  message: `m${id}`,
  created_at: `2026-11-${day}T09:00:00.000Z`,
  request_id: `r${id}`,
  is_own: false,
  is_read: false,
})

test('pages that overlap show each message once, the oldest first', () => {
  const merged = mergeMessages(
    [message(3), message(2), message(1)],
    [message(5), message(4), message(3)],
  )
  expect(merged.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})

test('a message on its way goes when the server has it', () => {
  const outgoing = ['r1', 'r2'].map((requestId) => ({ requestId, text: '', hasFailed: false }))
  expect(stillOutgoing(outgoing, [message(1)]).map(({ requestId }) => requestId)).toEqual(['r2'])
})

test('messages stand under their day', () => {
  const days = byDay([message(1), message(2), message(3, 24)], (time) => time.slice(0, 10))
  expect(days.map(({ messages }) => messages.length)).toEqual([2, 1])
})

test('a draft stays until it is sent', () => {
  writeDraft(7, 'Hello')
  expect([readDraft(7), readDraft(8)]).toEqual(['Hello', ''])
  writeDraft(7, '')
  expect(readDraft(7)).toBe('')
})
