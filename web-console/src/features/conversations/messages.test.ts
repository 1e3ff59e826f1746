import { expect, test } from 'vitest'
import type { ConversationMessage } from './api'
import { forgetUnsent, readDraft, readUnsent, writeDraft, writeUnsent } from './draft'
import { byDay, mergeMessages, stillOutgoing } from './messages'

const message = (id: number, day = 23): ConversationMessage => ({
  id,
  user: { id: 5, name: 'Ann' },
  message: `m${id}`,
  created_at: `2026-11-${day}T09:00:00.000Z`,
  request_id: `r${id}`,
  is_own: false,
  is_read: false,
  pictures: [],
})

test('pages that overlap show each message once, the oldest first', () => {
  const merged = mergeMessages(
    [message(3), message(2), message(1)],
    [message(5), message(4), message(3)],
  )
  expect(merged.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})

test('a message on its way goes when the server has it', () => {
  const outgoing = ['r1', 'r2'].map((requestId) => ({
    requestId,
    text: '',
    pictures: [],
    hasFailed: false,
  }))
  expect(stillOutgoing(outgoing, [message(1)]).map(({ requestId }) => requestId)).toEqual(['r2'])
})

test('messages stand under their day', () => {
  const days = byDay([message(1), message(2), message(3, 24)], (time) => time.slice(0, 10))
  expect(days.map(({ messages }) => messages.length)).toEqual([2, 1])
})

test('a draft stays until it is sent, for its writer alone', () => {
  const place = { owner: 1, conversation: 7 }
  writeDraft(place, 'Hello')
  const others = [readDraft({ ...place, conversation: 8 }), readDraft({ ...place, owner: 2 })]
  expect([readDraft(place), ...others]).toEqual(['Hello', '', ''])
  writeDraft(place, '')
  expect(readDraft(place)).toBe('')
})

test('messages that the server has not confirmed are kept one by one, for their writer alone', () => {
  const place = { owner: 1, conversation: 7 }
  const second = { requestId: 'b', text: 'Second', keys: ['k1'], at: 2 }
  writeUnsent(place, second)
  writeUnsent(place, { requestId: 'a', text: 'First', keys: [], at: 1 })
  localStorage.setItem('conversation-unsent-1-7-c', '{"text": 5}')
  expect(readUnsent(place).map(({ text }) => text)).toEqual(['First', 'Second'])
  expect(readUnsent({ ...place, owner: 2 })).toEqual([])
  expect(readUnsent({ ...place, conversation: 70 })).toEqual([])
  forgetUnsent(place, 'a')
  expect(readUnsent(place)).toEqual([second])
})
