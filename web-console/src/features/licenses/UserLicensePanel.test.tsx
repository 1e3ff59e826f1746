import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import permissions from '@/kit/locales/permissions.en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import words from './locales/en.json'
import UserLicensePanel from './UserLicensePanel'

const server = mockServer()

/** The panel of user 7, for user 1 or for themselves. */
function open(caller: number, permissionsOfCaller: string[]) {
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: caller,
        role: { id: 1, name: 'Caretaker', permissions: permissionsOfCaller },
        license_info: { features: [] },
      }),
    ),
    http.get(api('/users/7/licenses'), () =>
      HttpResponse.json({
        user: { id: 7, name: 'Anna' },
        features: ['sip'],
        available_features: ['sip'],
        counts: { sip: 1, mobile_app: null, ukey2: null },
        per_user: { sip: 3, mobile_app: null, ukey2: null },
      }),
    ),
  )
  renderApp(<UserLicensePanel id={7} />, { session, words: { licenses: words, permissions } })
}

const count = async () => (await screen.findAllByRole('spinbutton'))[0]

test('nobody changes their own licences without seeing all users', async () => {
  open(7, ['can_edit_users_licenses'])
  expect(await screen.findByText(words.user.own)).toBeInTheDocument()
  expect(await count()).toBeDisabled()
})

test.each([
  ['of others', 1, ['can_edit_users_licenses']],
  [
    'of themselves by those who see all users',
    7,
    ['can_edit_users_licenses', 'can_view_all_users'],
  ],
])('licences %s are changed', async (_, caller, rights) => {
  open(caller, rights)
  const numbers = await count()
  await waitFor(() => expect(numbers).toBeEnabled())
  expect(screen.queryByText(words.user.own)).not.toBeInTheDocument()
})
