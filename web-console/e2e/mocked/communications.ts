import type { Page } from '@playwright/test'
import { answerAccess, profile } from './access'
import type { Answers } from './api'

/** The token in the address of a recipient's page. */
export const TOKEN = '0f3a5c9a9e0b4c0e8a550f0f0f0f0f0f'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const anna = { id: 1, name: 'Anna Petrova' }
const bram = { id: 2, name: 'Bram de Vries' }
const tower = { id: 2, name: 'North tower' }

const poll = {
  questions: [
    { text: 'Shall the old gate be replaced?', answers: ['Yes', 'No', 'I do not mind'] },
    { text: 'Which colour?', answers: ['Green', 'Grey'] },
  ],
  poll_multi_answers_allowed: false,
  poll_user_answer_allowed: true,
}
const turnout = { recipients: 42, queued: 3, failed: 1, read: 27, answered: 19, without_email: 4 }

type Status = 'new' | 'scheduled' | 'sending' | 'active' | 'stopped' | 'completed'

function announce(id: number, name: string, status: Status, isPoll = false) {
  const isOut = status !== 'new' && status !== 'scheduled'
  return {
    id,
    name,
    description: null,
    subject: `${name}: please read`,
    type: isPoll ? 'poll' : 'info',
    type_info: isPoll
      ? poll
      : { questions: [], poll_multi_answers_allowed: false, poll_user_answer_allowed: false },
    send_via: 'both',
    body: '<p>The water is off from 12:00 to 13:00.</p><p>We are sorry.</p>',
    use_owner_info: false,
    users: [bram],
    domains: [tower],
    execute_at: status === 'scheduled' ? ago(-20) : null,
    ends_at: null,
    is_anonymous: false,
    status,
    turnout: isOut ? turnout : { ...turnout, recipients: 0 },
    token: '',
    is_managed: true,
    started_at: isOut ? ago(3) : null,
    finished_at: null,
    created_by_user: anna,
    created_at: ago(id * 5),
    updated_at: ago(id * 5),
  }
}

export const announces = [
  announce(1, 'Water at noon', 'new'),
  announce(2, 'A new gate', 'active', true),
  announce(3, 'Fire drill', 'scheduled'),
  announce(4, 'Lift inspection', 'completed'),
  announce(5, 'Parking', 'stopped'),
]

const results = {
  turnout,
  min_answers: 0,
  questions: [
    {
      text: poll.questions[0]!.text,
      answered: 19,
      answers: [
        { text: 'Yes', count: 11 },
        { text: 'No', count: 5 },
        { text: 'I do not mind', count: 1 },
      ],
      own_answers: ['A fence would do', 'Only the lock'],
      own_answer_count: 2,
      is_hidden: false,
    },
  ],
}

const recipients = ['Chen Wei', 'Dana Novak', 'Emil Berg', 'Fay Osei'].map((name, at) => ({
  id: at + 1,
  user: { id: at + 3, name },
  state: ['answered', 'read', 'queued', 'failed'][at],
  read_at: at < 2 ? ago(at + 1) : null,
  answered_at: at === 0 ? ago(1) : null,
  has_email: at !== 1,
  reminded_at: null,
}))

const responses = recipients.slice(0, 3).map(({ id, user }) => ({
  id,
  announce: { id: 2, name: 'A new gate: please read' },
  user,
  answered_at: ago(id),
  answers: [{ question: poll.questions[0]!.text, answers: ['Yes'], own_answer: '' }],
}))

const preview = {
  recipients: 42,
  by_email: 38,
  in_app: 42,
  without_email: 4,
  mail_subject: 'Water at noon: please read',
  mail_html: '<h1>Water at noon</h1><p>The water is off from 12:00 to 13:00.</p>',
  body: '<p>The water is off.</p>',
  sender: 'Riverside',
}

type ConversationStatus = 'open' | 'taken' | 'closed'

function conversation(id: number, who: string, subject: string, status: ConversationStatus) {
  const user = { id: 10 + id, name: who }
  return {
    id,
    subject,
    interlocutor: user,
    user,
    domain: tower,
    peer: null,
    message: 'It has been like this since yesterday evening, can somebody come?',
    request_id: '',
    pictures: [],
    last_message_pictures: 0,
    status,
    taken_by_user: status === 'taken' ? bram : null,
    unread: status === 'open' ? 2 : 0,
    is_writable: status !== 'taken',
    is_reader_deleted: false,
    is_staff: true,
    last_message_at: ago(id),
    last_message_user: user,
    created_at: ago(id + 2),
  }
}

const conversations = [
  conversation(1, 'Chen Wei', 'The gate does not open', 'open'),
  conversation(2, 'Dana Novak', 'A parcel at the desk', 'taken'),
  conversation(3, 'Emil Berg', 'Noise at night', 'closed'),
]

/** A picture of two colours, as the link of a session would show it. */
function picture(at: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="hsl(${at * 70} 35% 45%)"/><rect x="500" y="300" width="600" height="900" fill="hsl(${at * 70} 30% 25%)"/></svg>`
  return {
    key: `00000000-0000-4000-8000-00000000000${at}`,
    image_url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    thumbnail_url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width: 1600,
    height: 1200,
  }
}

/** Of the newest messages. */
const PICTURES: Record<number, object[]> = {
  0: [picture(1)],
  1: [picture(2), picture(3), picture(4)],
}

const messages = Array.from({ length: 14 }, (_, at) => ({
  id: 100 - at,
  user: at % 3 === 0 ? { id: 11, name: 'Chen Wei' } : anna,
  message:
    at % 4 === 0
      ? 'It has been like this since yesterday evening. The light is green, and nothing moves when I hold the card to it.'
      : 'We look at it.',
  created_at: ago(at * 3),
  request_id: `00000000-0000-4000-8000-0000000000${10 + at}`,
  is_own: at % 3 !== 0,
  is_read: at > 2,
  pictures: PICTURES[at] ?? [],
}))

const recipientPage = {
  subject: 'A new gate: please read',
  body: '<p>The gate at the quay is 30 years old.</p>',
  type: 'poll',
  sender: 'Riverside',
  type_info: poll,
  answers: [],
  is_open: true,
  is_anonymous: true,
  ends_at: ago(-200),
  sent_at: ago(3),
  answered_at: null,
  locale: 'en',
}

const RIGHTS = [
  ...profile.role.permissions,
  'can_view_announces',
  'can_create_announce',
  'can_edit_announce',
  'can_delete_announce',
  'can_send_announce',
  'can_view_conversations',
  'can_create_conversation',
  'can_create_conversation_message',
  'can_delete_conversation',
  'can_accept_messages_from_descendant_users',
]

/** What the pages have sent, newest last. */
export interface Sent {
  call: string
  body: Record<string, unknown> | null
}

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 20 })

/** Answers every call about announces and conversations; the others go to `answerAccess`. */
export async function answerCommunications(page: Page, answers: Answers = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  const locale = answers.locale ?? 'en'
  const added: object[] = []
  await answerAccess(page, answers)
  await page.route('**/api/v0/profile', async (route) => {
    const role = { ...profile.role, permissions: RIGHTS }
    await route.fulfill({ json: { ...profile, role, locale } })
  })
  await page.route(/\/api\/v0\/(announces|conversations)/, async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname.replace('/api/v0/', '')
    const call = `${request.method()} ${path}`
    const isForm = (request.headers()['content-type'] ?? '').startsWith('multipart/')
    const body = isForm ? null : (request.postDataJSON() as Record<string, unknown> | null)
    if (request.method() !== 'GET') sent.push({ call, body })
    const [resource, id] = path.split('/')
    const of = (name: string) => (each: { id: number }) =>
      resource === name && String(each.id) === id
    const row = announces.find(of('announces'))
    const talk = conversations.find(of('conversations'))
    const reply = (): object | undefined => {
      if (path.includes(`/by-token/${TOKEN}`)) {
        const given = body?.answers as object[] | undefined
        return {
          ...recipientPage,
          locale,
          answers: given ?? [],
          answered_at: given ? ago(0) : null,
        }
      }
      if (call === 'GET announces') return pageOf(announces)
      if (call === 'GET announces/responses') return pageOf(responses)
      if (call === 'POST announces/preview') return preview
      if (path.endsWith('/results')) return results
      if (path.endsWith('/recipients') && row) return pageOf(recipients)
      if (path.endsWith('/start') && row) return { ...row, status: 'sending' }
      if (call === 'PUT announces' || row) return { ...(row ?? announces[0]), ...body }
      if (call === 'GET conversations') return pageOf(conversations)
      if (call === 'GET conversations/recipients') return { users: [bram, anna], domains: [tower] }
      if (call.startsWith('GET') && path.endsWith('/messages'))
        return { items: [...added.toReversed(), ...messages], has_more: true }
      if (call.startsWith('PUT') && path.endsWith('/messages')) {
        const made = { ...messages[1]!, ...body, id: 101 + added.length, created_at: ago(0) }
        added.push(made)
        return made
      }
      if (call === 'POST conversations/pictures')
        return { ...picture(5), image_url: null, thumbnail_url: null }
      if (path.endsWith('/take') && talk) return { ...talk, status: 'taken', taken_by_user: anna }
      if (call === 'PUT conversations' || talk) return talk ?? conversations[0]
      return undefined
    }
    const json = reply()
    if (json) await route.fulfill({ json })
    else
      await route.fulfill({ status: 404, json: { message: 'item not found', code: 'not_found' } })
  })
  return sent
}
