import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnnounceByToken } from '@/api/generated/announce-page'
import { Failure, reasonOf, type AnnouncePage, type Api } from './api'
import { startPage } from './page'
import { TEXTS } from './texts'

const poll: AnnouncePage = {
  subject: 'A new gate?',
  body: '<p>Soon.</p>',
  type: 'poll',
  sender: 'Riverside',
  type_info: {
    questions: [{ text: 'A gate?', answers: ['Yes', 'No'] }],
    poll_multi_answers_allowed: false,
    poll_user_answer_allowed: true,
  },
  answers: [],
  is_open: true,
  is_anonymous: false,
  ends_at: '2026-12-01T10:00:00.000Z',
  sent_at: '2026-11-23T09:00:00.000Z',
  answered_at: null,
  locale: 'en',
}

const root = () => document.getElementById('root')!

function apiWith(page: AnnouncePage) {
  return {
    load: vi.fn<Api['load']>(async () => page),
    read: vi.fn<Api['read']>(async () => page),
    answer: vi.fn<Api['answer']>(async (answers) => ({
      ...page,
      answers,
      answered_at: page.sent_at,
    })),
  }
}

async function start(api: Api, locale: 'en' | 'ru' = 'en') {
  startPage({ root: root(), api, locale })
  await vi.waitFor(() => expect(root().querySelector('.loading')).toBeNull())
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})

// Files share a document: what the page left would be found by the tests after it.
afterEach(() => document.body.replaceChildren())

test('the page has the fields of the API', () => {
  const page: AnnouncePage = {} as AnnounceByToken
  expect(page).toBeDefined()
})

test('it says that it was read once it is in sight', async () => {
  const api = apiWith(poll)
  await start(api)
  expect(api.read).toHaveBeenCalledOnce()
  expect(root().querySelector('h1')?.textContent).toBe('A new gate?')
})

test('an answer is sent with the places of what was chosen', async () => {
  const api = apiWith(poll)
  await start(api)
  root().querySelectorAll<HTMLInputElement>('input')[1]!.click()
  root().querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  await vi.waitFor(() => expect(root().textContent).toContain(TEXTS.en.answered))
  expect(api.answer).toHaveBeenCalledWith([{ question: 0, answers: [1], own_answer: '' }])
  expect(root().querySelectorAll<HTMLInputElement>('input')[1]!.checked).toBe(true)
})

test('own words replace the choice where the poll takes one answer', async () => {
  const api = apiWith(poll)
  await start(api)
  root().querySelectorAll<HTMLInputElement>('input')[0]!.click()
  const own = root().querySelector('textarea')!
  own.value = 'A fence'
  own.dispatchEvent(new Event('input', { bubbles: true }))
  root().querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  await vi.waitFor(() => expect(api.answer).toHaveBeenCalled())
  expect(api.answer).toHaveBeenCalledWith([{ question: 0, answers: [], own_answer: 'A fence' }])
})

test('answers are sent once something is chosen, and not before', async () => {
  const api = apiWith(poll)
  await start(api)
  const submit = root().querySelector<HTMLButtonElement>('button[type=submit]')!
  expect(submit.disabled).toBe(true)
  expect(submit.title).toBe(TEXTS.en.nothing)
  submit.click()
  expect(api.answer).not.toHaveBeenCalled()
  root().querySelector<HTMLInputElement>('input')!.click()
  expect(submit.disabled).toBe(false)
})

test('a closed poll shows the answers and takes none', async () => {
  const api = apiWith({
    ...poll,
    is_open: false,
    answers: [{ question: 0, answers: [0], own_answer: '' }],
  })
  await start(api)
  expect(root().querySelector('button')).toBeNull()
  expect(root().querySelector('fieldset')?.disabled).toBe(true)
  expect(root().textContent).toContain(TEXTS.en.closed)
})

test('it speaks the language of the recipient, and names what is wrong', async () => {
  await start(apiWith({ ...poll, locale: 'ru' }))
  expect(document.documentElement.lang).toBe('ru')
  expect(root().textContent).toContain(TEXTS.ru.answer)
  const api = { ...apiWith(poll), load: () => Promise.reject(new Failure('invalid')) }
  document.body.innerHTML = '<div id="root"></div>'
  await start(api)
  expect(root().textContent).toContain(TEXTS.en.invalid)
  expect([404, 409, 422, 429, 500].map(reasonOf)).toEqual([
    'invalid',
    'closed',
    'refused',
    'too_many',
    'unavailable',
  ])
})
