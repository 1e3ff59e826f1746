import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import AlarmLinkPage from './AlarmLinkPage'

const server = mockServer()

function open(state: 'enabled' | 'processed' | undefined) {
  server.use(
    http.get(api('/device-alarms/7'), () =>
      state
        ? HttpResponse.json({ id: 7, state })
        : HttpResponse.json({ message: 'item not found', code: 'not_found' }, { status: 404 }),
    ),
  )
  return renderApp(<AlarmLinkPage />, {
    at: '/devices/alarms/7/edit',
    route: '/devices/alarms/:id/edit',
  })
}

test('the address of an alarm leads to it on the desk, and to a processed one among the processed', async () => {
  const { router, unmount } = open('enabled')
  const at = (of: typeof router) => of.state.location.pathname + of.state.location.search
  await waitFor(() => expect(at(router)).toBe('/devices/alarms?preview=7'))
  unmount()
  const { router: other } = open('processed')
  await waitFor(() => expect(at(other)).toBe('/devices/alarms?tab=processed&preview=7'))
})

test('of an alarm that is no more it says so, with the way to the desk', async () => {
  open(undefined)
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/devices/alarms')
})
