import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { SessionState } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import type { Conversation, ConversationMessage } from './api'
import words from './locales/en.json'
import { Thread } from './Thread'

const server = mockServer()
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const ann = { id: 5, name: 'Ann' }

const conversation: Conversation = {
  id: 7,
  subject: 'The gate',
  interlocutor: ann,
  user: ann,
  domain: { id: 3, name: 'House' },
  peer: null,
  message: 'It does not open',
  request_id: '',
  status: 'open',
  taken_by_user: null,
  unread: 1,
  is_writable: true,
  is_staff: true,
  last_message_at: '2026-11-23T09:00:00.000Z',
  last_message_user: ann,
  created_at: '2026-11-23T09:00:00.000Z',
}

const message = (id: number, request: string, isOwn: boolean): ConversationMessage => ({
  id,
  user: isOwn ? { id: 1, name: 'Me' } : ann,
  message: isOwn ? 'On our way' : 'It does not open',
  created_at: '2026-11-23T09:00:00.000Z',
  request_id: request,
  is_own: isOwn,
  is_read: false,
})

/** The conversation, and what was sent to it. `failures`: so many messages are not taken. */
function open(shown: Conversation = conversation, failures = 0) {
  const sent: [string, Record<string, unknown>][] = []
  const messages = [message(1, 'r1', false)]
  let left = failures
  const profile = { id: 1, name: 'Me', role: { permissions: ['can_create_conversation_message'] } }
  server.use(
    http.get(api('/profile'), () => HttpResponse.json(profile)),
    http.get(api('/conversations/7'), () => HttpResponse.json(shown)),
    http.get(api('/conversations/7/messages'), () =>
      HttpResponse.json({ items: messages.toReversed(), has_more: false }),
    ),
    http.put(api('/conversations/7/messages'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(['message', body])
      if (left > 0) {
        left -= 1
        return HttpResponse.json({ message: 'internal error', code: 'internal' }, { status: 500 })
      }
      const made = message(2, String(body.request_id), true)
      messages.push(made)
      return HttpResponse.json(made)
    }),
    http.post(api('/conversations/7/:action'), async ({ request, params }) => {
      sent.push([String(params.action), (await request.json()) as Record<string, unknown>])
      return HttpResponse.json(shown)
    }),
  )
  renderApp(<Thread id={7} />, { session, words: { conversations: words } })
  return sent
}

beforeEach(() => localStorage.clear())

test('what is in sight is read up to its last message', async () => {
  const sent = open()
  await screen.findByText('It does not open')
  await expect.poll(() => sent).toContainEqual(['read', { message_id: 1 }])
})

test('a message that failed is sent again under the same id', async () => {
  const sent = open({ ...conversation, unread: 0 }, 1)
  const box = await screen.findByRole('textbox', { name: 'Write a message' })
  await userEvent.type(box, 'On our way{Enter}')
  await screen.findByText('Not sent')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await expect.poll(() => screen.queryByText('Not sent')).toBeNull()
  const [first, second] = sent.map(([, body]) => body.request_id)
  expect(second).toBe(first)
  expect(screen.getAllByText('On our way')).toHaveLength(1)
})

test('what a colleague answers has no field to write in, and can be taken over', async () => {
  const taken: Conversation = {
    ...conversation,
    status: 'taken',
    taken_by_user: { id: 9, name: 'Bob' },
    is_writable: false,
    unread: 0,
  }
  const sent = open(taken)
  await screen.findByText(/Bob answers/)
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await expect.poll(() => sent).toEqual([['take', { is_takeover: true }]])
})
