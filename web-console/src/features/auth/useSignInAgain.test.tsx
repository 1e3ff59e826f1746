import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { selectSession, tokensRotated } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import words from './locales/en.json'
// What the dialog loads when it is wanted is there, so that no test waits for it.
import './SignInAgain'
import { useSignInAgain } from './useSignInAgain'

/** A limit for a busy machine. */
const PATIENT = { timeout: 30_000 }

const server = mockServer()
const refusal = (code: string) => ({ status: 422, data: { message: 'x', code, data: null } })
const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const answer = (projectId: number, token = 'new') => ({
  sessions: [{ token, refresh: 'new-refresh', project: { ...project, id: projectId } }],
  second_factor: null,
})

function Page({ code }: { code: string }) {
  const [saves, setSaves] = useState(0)
  const [isTaken, setTaken] = useState<boolean>()
  const signInAgain = useSignInAgain()
  return (
    <>
      <input aria-label="phone" />
      <button type="button" onClick={() => setTaken(signInAgain.takes(refusal(code)))}>
        save
      </button>
      <output>{`saves: ${saves}, taken: ${isTaken}`}</output>
      {signInAgain.dialog(() => setSaves((earlier) => earlier + 1))}
    </>
  )
}

function renderPage(code: string) {
  server.use(
    http.get(api('/profile'), ({ request }) => {
      const isBoris = request.headers.get('authorization') === 'Bearer of-boris'
      return HttpResponse.json(
        isBoris ? { id: 8, email: 'boris@site.test' } : { id: 7, email: 'anna@site.test' },
      )
    }),
  )
  return renderApp(<Page code={code} />, { session, words: { auth: words } })
}

async function openAndSignIn() {
  await userEvent.type(screen.getByLabelText('phone'), '+31')
  await userEvent.click(screen.getByRole('button', { name: 'save' }))
  await userEvent.type(await screen.findByLabelText(words.password, {}, PATIENT), 'correct horse')
  const login = screen.getByLabelText(words.login)
  await userEvent.clear(login)
  await userEvent.type(login, 'anna@site.test')
  await userEvent.click(screen.getByRole('button', { name: words.enter }))
}

test('a new sign-in takes the place of the old one, and what was entered is saved', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(api('/login'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({
        sessions: [],
        second_factor: { ticket: 't', methods: ['totp'] },
      })
    }),
    http.post(api('/login/second-factor'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answer(1))
    }),
  )
  const { store } = renderPage('sign_in_again')
  await openAndSignIn()
  await userEvent.type(await screen.findByLabelText(words.second.code, {}, PATIENT), '123456')
  await userEvent.click(screen.getByRole('button', { name: words.enter }))
  await screen.findByText('saves: 1, taken: true', {}, PATIENT)
  expect(sent).toEqual([
    { login: 'anna@site.test', password: 'correct horse', remember: false },
    { ticket: 't', code: '123456' },
  ])
  expect(selectSession(store.getState())).toMatchObject({ token: 'new', refresh: 'new-refresh' })
  expect(screen.getByLabelText<HTMLInputElement>('phone').value).toBe('+31')
})

test.each([
  ['in another project', answer(2)],
  ['in the same project', answer(1, 'of-boris')],
])('the sign-in of somebody else %s is not taken', async (_where, given) => {
  server.use(http.post(api('/login'), () => HttpResponse.json(given)))
  const { store } = renderPage('sign_in_again')
  await openAndSignIn()
  await screen.findByText(words.again.another, {}, PATIENT)
  expect(selectSession(store.getState())?.token).toBe('a')
  expect(screen.getByText('saves: 0, taken: true')).toBeTruthy()
})

test('tokens that were exchanged while it was asked whose the new ones are give way to these', async () => {
  server.use(http.post(api('/login'), () => HttpResponse.json(answer(1))))
  const { store } = renderPage('sign_in_again')
  server.use(
    http.get(api('/profile'), ({ request }) => {
      if (request.headers.get('authorization') === 'Bearer new') {
        const tokens = { token: 'exchanged', refresh: 'exchanged-refresh' }
        store.dispatch(tokensRotated({ from: 'r', tokens }))
      }
      return HttpResponse.json({ id: 7, email: 'anna@site.test' })
    }),
  )
  await openAndSignIn()
  await screen.findByText('saves: 1, taken: true', {}, PATIENT)
  expect(selectSession(store.getState())).toMatchObject({ token: 'new', refresh: 'new-refresh' })
})

test('a failure of another kind is left to be told', async () => {
  renderPage('forbidden')
  await userEvent.click(screen.getByRole('button', { name: 'save' }))
  await vi.waitFor(() => expect(screen.getByText('saves: 0, taken: false')).toBeTruthy())
  expect(screen.queryByText(words.again.title)).toBeNull()
})
