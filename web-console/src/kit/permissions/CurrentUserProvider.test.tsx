import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import { useCan } from './currentUser'

const server = mockServer()

afterEach(() => void vi.useRealTimers())

function Amenities() {
  const { profile, has } = useCan()
  return <p>{profile ? (has('amenity') ? 'Amenities' : 'No amenities') : 'Loading'}</p>
}

test('what a licence gives no more goes while the console is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let features = ['amenity']
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions: [] }, license_info: { features } }),
    ),
  )
  renderApp(<Amenities />, { session })
  expect(await screen.findByText('Amenities')).toBeVisible()
  features = []
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await screen.findByText('No amenities')).toBeVisible()
})
