import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { postWhileLeaving } from '@/api/postWhileLeaving'
import { selectStatus } from '@/api/session'
import { stopSoon } from '@/kit/pendingStops'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import { useLogout } from './useLogout'

const server = mockServer()

function SignOut() {
  const logout = useLogout()
  return (
    <button type="button" onClick={() => void logout()}>
      sign out
    </button>
  )
}

function show() {
  const calls: string[] = []
  const said = (request: Request) =>
    calls.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`)
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 7 })),
    http.post(api('/ukey2/12/revoke'), ({ request }) => {
      said(request)
      return HttpResponse.json({})
    }),
    http.post(api('/logout'), ({ request }) => {
      said(request)
      return HttpResponse.json({})
    }),
  )
  const { store } = renderApp(<SignOut />, { session })
  const stop = () => stopSoon(12, () => postWhileLeaving(store.getState(), '/ukey2/12/revoke'))
  const signOut = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'sign out' }))
    await vi.waitFor(() => expect(selectStatus(store.getState())).toBe('anonymous'))
  }
  return { calls, stop, signOut }
}

test('what_is_being_stopped_is_sent_before_the_person_is_signed_out', async () => {
  const { calls, stop, signOut } = show()
  stop()
  await signOut()
  expect(calls).toEqual(['/api/v0/ukey2/12/revoke Bearer a', '/api/v0/logout Bearer a'])
})

test('a_stop_that_was_taken_back_is_not_sent_when_the_person_signs_out', async () => {
  const { calls, stop, signOut } = show()
  stop()()
  await signOut()
  expect(calls).toEqual(['/api/v0/logout Bearer a'])
})
