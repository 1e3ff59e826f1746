import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { useProfile } from '@/kit/permissions'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import ImportPage from './ImportPage'
import { keepImport, keptImport } from './keptImport'
import words from './locales/en.json'

const server = mockServer()
const importer = { projectId: 1, userId: 7 }
const found = {
  rows: 3,
  created: 2,
  duplicates: [{ index: 2, existing: { id: 5, name: 'Anna, blue card' }, is_replaceable: true }],
  duplicates_count: 1,
  errors: [],
  errors_count: 0,
  format: 'dec' as const,
  preview: [{ value: '77', dec: '77', hex: null, hex_reversed: null, facility: null }],
  readings: [],
  filepath: 'sealed',
}
const session = {
  sessions: [
    {
      token: 'a',
      refresh: 'b',
      project: { id: 1, uid: 'p', name: 'P', description: '', is_support: false },
    },
  ],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

/** As the guards of the console do: the page is shown to a person who is known. */
function Guarded() {
  return useProfile() ? <ImportPage /> : null
}

function show() {
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 7, project: { id: 1 }, role: { permissions: [] } }),
    ),
  )
  return renderApp(<Guarded />, {
    at: '/identifiers/import',
    session,
    words: { identifiers: words },
  })
}

/** Answers in turn; the last one from then on. What was asked is gathered. */
function answering(...answers: { status?: number; body: object }[]) {
  const asked: unknown[] = []
  server.use(
    http.post(api('/identifiers/import/continue'), async ({ request }) => {
      asked.push(await request.json())
      const { status = 200, body } = answers[Math.min(asked.length, answers.length) - 1]!
      return HttpResponse.json(body, { status })
    }),
  )
  return asked
}

const done = { created: 2, replaced: 0, skipped: 1 }

test('an_import_that_was_begun_goes_on_after_the_page_was_reloaded_until_it_is_done', async () => {
  keepImport(importer, { fileName: 'cards.csv', found, action: 'skip' })
  const atWork = { code: 'conflict', message: "can't perform action", data: null }
  const asked = answering({ status: 409, body: atWork }, { body: done })
  const { router } = show()
  expect(await screen.findByText('cards.csv')).toBeVisible()
  expect(await screen.findByText(words.import.resumed)).toBeVisible()
  await waitFor(() => expect(router.state.location.pathname).toBe('/identifiers'), {
    timeout: 5_000,
  })
  const same = { action: 'skip', filepath: 'sealed' }
  expect(asked).toEqual([same, same])
  expect(keptImport(importer)).toBeUndefined()
}, 10_000)

test('an_import_that_is_done_when_the_page_was_left_is_told_and_takes_nobody_away', async () => {
  keepImport(importer, { fileName: 'cards.csv', found, action: 'skip' })
  let answer: () => void = () => {}
  let asked = 0
  server.use(
    http.post(api('/identifiers/import/continue'), async () => {
      asked += 1
      await new Promise<void>((resolve) => (answer = resolve))
      return HttpResponse.json(done)
    }),
  )
  const { router } = show()
  await waitFor(() => expect(asked).toBe(1))
  await router.navigate('/devices')
  await screen.findByText('elsewhere')
  answer()
  expect(await screen.findByText(/^2 identifiers/)).toBeVisible()
  expect(router.state.location.pathname).toBe('/devices')
  expect(keptImport(importer)).toBeUndefined()
})

test('a_table_that_was_looked_at_is_still_to_be_imported_after_a_reload', async () => {
  keepImport(importer, { fileName: 'cards.csv', found })
  const asked = answering({ body: done })
  show()
  expect(await screen.findByText(words.import.kept)).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /Import 2 identifiers/ }))
  await waitFor(() => expect(asked).toEqual([{ action: 'skip', filepath: 'sealed' }]))
})

test('a_refusal_of_what_goes_on_is_said_and_it_is_not_begun_again', async () => {
  keepImport(importer, { fileName: 'cards.csv', found, action: 'replace' })
  const refusal = { code: 'invalid_data', message: 'invalid file', data: null }
  const asked = answering({ status: 422, body: refusal })
  show()
  expect(await screen.findByText(/^Invalid file/)).toBeVisible()
  await waitFor(() => expect(keptImport(importer)?.action).toBeUndefined())
  expect(asked).toHaveLength(1)
})

test('what_is_kept_names_no_card_and_nobody_and_is_of_one_person_for_a_day', () => {
  keepImport(importer, { fileName: 'cards.csv', found })
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/blue card|"77"/)
  expect(keptImport(importer)?.found.duplicates).toHaveLength(1)
  expect(keptImport({ ...importer, userId: 8 })).toBeUndefined()
  expect(keptImport({ ...importer, projectId: 2 })).toBeUndefined()
  const text = sessionStorage.getItem('identifierImport')!
  const old = { ...(JSON.parse(text) as object), at: Date.now() - 25 * 3600 * 1000 }
  sessionStorage.setItem('identifierImport', JSON.stringify(old))
  expect(keptImport(importer)).toBeUndefined()
})
