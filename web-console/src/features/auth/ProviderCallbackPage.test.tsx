import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { selectStatus } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import { keepAttempt } from './providerAttempt'
import ProviderCallbackPage from './ProviderCallbackPage'
// What the page loads when it is wanted is there, so that no test waits for it.
import './SecondFactorStep'

/** A limit for a busy machine. */
const PATIENT = { timeout: 30_000 }

const server = mockServer()
const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const session = { token: 'a', refresh: 'r', project }
const demand = (ticket: string, ...methods: string[]) =>
  HttpResponse.json({ sessions: [], second_factor: { ticket, methods } })

test('the first sign-in by a provider asks for the password, then for the second factor', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(api('/login/providers/finish'), () => demand('first', 'password')),
    http.post(api('/login/second-factor'), async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? demand('second', 'totp')
        : HttpResponse.json({ sessions: [session], second_factor: null })
    }),
    http.get(api('/server/settings'), () => HttpResponse.json({ registration: false })),
  )
  keepAttempt({ state: 'abc', remember: false, wanted: '/users' })
  const { store, router } = renderApp(<ProviderCallbackPage />, {
    at: '/login/callback?code=c&state=abc',
    words: { auth: words },
  })
  await userEvent.type(await screen.findByLabelText(words.password, {}, PATIENT), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: words.enter }))
  await userEvent.type(await screen.findByLabelText(words.second.code, {}, PATIENT), '123456')
  await userEvent.click(screen.getByRole('button', { name: words.enter }))
  await vi.waitFor(() => expect(selectStatus(store.getState())).toBe('active'), PATIENT)
  expect(sent).toEqual([
    { ticket: 'first', code: 'correct horse' },
    { ticket: 'second', code: '123456' },
  ])
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/users'))
})
