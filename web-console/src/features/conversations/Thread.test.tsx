import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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
  pictures: [],
  last_message_pictures: 0,
  status: 'open',
  taken_by_user: null,
  unread: 1,
  is_writable: true,
  is_reader_deleted: false,
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
  pictures: [],
})

const read: Conversation = { ...conversation, unread: 0 }

const linkOf = (key: string) =>
  `/api/v0/conversations/7/pictures/${key}?session_id=1&expires=1&signature=s`

const pictureOf = (key: string) => ({
  key,
  image_url: linkOf(key),
  thumbnail_url: `${linkOf(key)}&is_thumbnail=true`,
  width: 1600,
  height: 1200,
})

/** The server takes pictures, after so many failures. Returns how many it was sent. */
function takePictures(failures = 0) {
  const uploads: string[] = []
  server.use(
    http.post(api('/conversations/pictures'), () => {
      uploads.push('picture')
      if (uploads.length <= failures)
        return HttpResponse.json({ message: 'internal error', code: 'internal' }, { status: 500 })
      const key = `k${uploads.length}`
      return HttpResponse.json({ key, image_url: null, thumbnail_url: null, width: 4, height: 3 })
    }),
  )
  return uploads
}

const png = (name: string) => new File(['png'], name, { type: 'image/png' })
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!

/** The conversation, and what was sent to it. `failures`: so many messages are not taken. */
function open(
  shown: Conversation = conversation,
  failures = 0,
  messages = [message(1, 'r1', false)],
  rights = ['can_create_conversation_message'],
) {
  const sent: [string, Record<string, unknown>][] = []
  let left = failures
  const profile = { id: 1, name: 'Me', role: { permissions: rights } }
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
      const made = {
        ...message(2, String(body.request_id), true),
        message: String(body.message),
        pictures: (body.pictures as { key: string }[]).map(({ key }) => pictureOf(key)),
      }
      messages.push(made)
      return HttpResponse.json(made)
    }),
    http.post(api('/conversations/7/:action'), async ({ request, params }) => {
      sent.push([String(params.action), (await request.json()) as Record<string, unknown>])
      return HttpResponse.json(shown)
    }),
  )
  show()
  return sent
}

const show = () => renderApp(<Thread id={7} />, { session, words: { conversations: words } })

/** What the browser keeps of messages. */
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('conversation'))

beforeEach(() => localStorage.clear())

test('who may not delete conversations sees no bin', async () => {
  open()
  expect(await screen.findByRole('heading', { name: /The gate/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: words.removal.action })).not.toBeInTheDocument()
})

test('who may delete conversations has a bin', async () => {
  open(conversation, 0, undefined, ['can_delete_conversation'])
  expect(await screen.findByRole('button', { name: words.removal.action })).toBeEnabled()
})

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

test('a message that failed is there after the page was closed, and goes with its own id', async () => {
  const sent = open(read, 1)
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Write a message' }),
    'On our way{Enter}',
  )
  await screen.findByText('Not sent')
  cleanup()
  show()
  expect(await screen.findByText('On our way')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await expect.poll(() => screen.queryByText('Not sent')).toBeNull()
  const [first, second] = sent.map(([, body]) => body.request_id)
  expect(second).toBe(first)
  await expect.poll(kept).toEqual([])
})

test('a message that failed can be given up', async () => {
  const sent = open(read, 1)
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Write a message' }),
    'On our way{Enter}',
  )
  await screen.findByText('Not sent')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('On our way')).toBeNull()
  expect([sent.length, kept()]).toEqual([1, []])
})

test('a thread loads small pictures, and the whole one on a press', async () => {
  open(read, 0, [{ ...message(1, 'r1', false), pictures: [pictureOf('a')] }])
  const small = await screen.findByAltText('Picture 1 of 1, from Ann')
  expect(small).toHaveAttribute('src', `${linkOf('a')}&is_thumbnail=true`)
  await userEvent.click(screen.getByRole('button', { name: 'Picture 1 of 1, from Ann' }))
  const dialog = await screen.findByRole('dialog', { name: 'Picture 1 of 1, from Ann' })
  expect(within(dialog).getByAltText('Picture 1 of 1, from Ann')).toHaveAttribute(
    'src',
    linkOf('a'),
  )
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

test('a message of pictures only is sent when they are with the server', async () => {
  const sent = open(read)
  takePictures()
  await screen.findByText('It does not open')
  const send = screen.getByRole('button', { name: 'Send' })
  expect(send).toBeDisabled()
  await userEvent.upload(chooser(), [png('a.png'), png('b.png')])
  await expect.poll(() => send.hasAttribute('disabled')).toBe(false)
  await userEvent.click(send)
  await expect
    .poll(() => sent.at(-1)?.[1])
    .toMatchObject({
      message: '',
      pictures: [{ key: 'k1' }, { key: 'k2' }],
    })
  expect(await screen.findByAltText('Picture 2 of 2, from Me')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Pictures of the message' })).toBeNull()
})

test('pictures are pasted and dropped, and what is no picture or one too many is said', async () => {
  open(read)
  const uploads = takePictures()
  const box = await screen.findByRole('textbox', { name: 'Write a message' })
  await userEvent.click(box)
  fireEvent.paste(box, { clipboardData: { files: [png('a.png'), png('b.png')] } })
  fireEvent.drop(box, { dataTransfer: { files: [png('c.png')], types: ['Files'] } })
  await expect.poll(() => uploads.length).toBe(3)
  fireEvent.drop(box, { dataTransfer: { files: [new File(['x'], 'x.pdf')], types: ['Files'] } })
  expect(await screen.findByText('A picture is a JPEG, PNG or WebP')).toBeInTheDocument()
  fireEvent.drop(box, { dataTransfer: { files: [png('d.png'), png('e.png')], types: ['Files'] } })
  expect(await screen.findByText('A message has at most 4 pictures')).toBeInTheDocument()
  await expect.poll(() => uploads.length).toBe(4)
})

test('a picture that did not arrive is sent again or removed', async () => {
  const sent = open(read)
  const uploads = takePictures(1)
  await screen.findByText('It does not open')
  await userEvent.upload(chooser(), png('a.png'))
  await userEvent.click(await screen.findByRole('button', { name: 'Upload a.png again' }))
  await expect.poll(() => uploads.length).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.png' }))
  expect(screen.queryByRole('list', { name: 'Pictures of the message' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(sent).toEqual([])
})

test('a picture opens on the whole screen, and the arrows of the keyboard lead to the next', async () => {
  const seen = { ...message(1, 'r1', false), pictures: [pictureOf('a'), pictureOf('b')] }
  open(read, 0, [seen])
  await userEvent.click(await screen.findByRole('button', { name: 'Picture 1 of 2, from Ann' }))
  await screen.findByRole('dialog', { name: 'Picture 1 of 2, from Ann' })
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: 'Picture 2 of 2, from Ann' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('nobody_writes_to_somebody_who_was_deleted_and_is_told_why', async () => {
  open({ ...conversation, is_writable: false, is_reader_deleted: true, unread: 0 })
  await screen.findByText(/was deleted: nobody would read a message/)
  expect(screen.queryByRole('textbox')).toBeNull()
})
