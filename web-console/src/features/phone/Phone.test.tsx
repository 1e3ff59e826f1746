import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Profile } from '@/api/profile'
import { currentUser, CurrentUserContext } from '@/kit/permissions/currentUser'
import { renderApp } from '@/testing/renderApp'
import { Phone } from './Phone'

vi.mock('./PhoneRoot', () => ({ default: () => <p>Phone of 7</p> }))

function renderFor(features: string[]) {
  const profile = { id: 7, license_info: { features } } as unknown as Profile
  return renderApp(
    <CurrentUserContext value={currentUser(profile)}>
      <Phone place={null} />
      <p>Page</p>
    </CurrentUserContext>,
  )
}

test('the phone is there with both of its features', async () => {
  renderFor(['sip', 'sip.web_dialer'])
  expect(await screen.findByText('Phone of 7')).toBeInTheDocument()
})

test.each([[['sip']], [['sip.web_dialer']], [[]]])(
  'the phone is not there with %j only',
  async (features) => {
    renderFor(features)
    expect(await screen.findByText('Page')).toBeInTheDocument()
    // Whatever is still to come has come.
    await vi.dynamicImportSettled()
    expect(screen.queryByText('Phone of 7')).not.toBeInTheDocument()
  },
)
