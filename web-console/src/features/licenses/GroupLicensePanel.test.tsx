import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import permissions from '@/kit/locales/permissions.en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import GroupLicensePanel from './GroupLicensePanel'
import words from './locales/en.json'

const server = mockServer()

const quota = (kind: string) => ({
  kind,
  maximum: 10,
  used: 4,
  reserved: 0,
  free: 6,
  is_over_limit: false,
})
const house = (more: object = {}) => ({
  domain: { id: 10, name: 'House' },
  is_active: true,
  features: ['sip'],
  counts: { sip: 10, mobile_app: 10, ukey2: 10 },
  restrict_period: { is_active: true, from: '2026-01-01T00:00:00Z', to: '2026-06-30T00:00:00Z' },
  notifications: { is_enabled: true, mode: 'everyday', notify_before: 14 },
  quotas: ['sip', 'mobile_app', 'ukey2'].map(quota),
  available_features: ['elevator', 'sip'],
  status: 'active',
  parent: { id: 9, name: 'Riverside' },
  per_user: null,
  ...more,
})

/** The panel of the house, for somebody who may change it; a change is answered by what is inconsistent. */
function open(license: object, items: object[] = []) {
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 1,
        role: { id: 1, name: 'Admin', permissions: ['can_edit_all_domains_licenses_count'] },
        license_info: { features: [] },
      }),
    ),
    http.get(api('/domains/10/licenses'), () => HttpResponse.json(license)),
    http.patch(api('/domains/10/licenses'), () =>
      HttpResponse.json(
        {
          message: 'domain has license consistency errors',
          code: 'license_inconsistent',
          data: { items },
        },
        { status: 409 },
      ),
    ),
  )
  renderApp(<GroupLicensePanel id={10} />, { session, words: { licenses: words, permissions } })
}

const [group, parent] = [
  { id: 10, name: 'House' },
  { id: 9, name: 'Riverside' },
]
const inconsistency = (code: string, kind: string, more: object = {}) => ({
  code,
  group,
  parent,
  kind,
  quantity: null,
  limit: null,
  period: null,
  ...more,
})

test('a group outside of its period is said to have nothing that can be used', async () => {
  open(house({ status: 'disabled' }))
  expect(await screen.findByText('Nothing can be used now')).toBeVisible()
})

test('nothing of that is said in the period', async () => {
  open(house())
  expect(await screen.findByRole('checkbox', { name: 'Elevators' })).toBeInTheDocument()
  expect(screen.queryByText('Nothing can be used now')).not.toBeInTheDocument()
})

test('each inconsistency stands at what it is about, with group, parent, quantity and period', async () => {
  open(house(), [
    inconsistency('quantity_exceeded', 'mobile_app', { quantity: 12, limit: 8 }),
    inconsistency('missing_type', 'elevator'),
    inconsistency('missing_period', '', {
      period: { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' },
    }),
  ])
  const elevators = await screen.findByRole('checkbox', { name: 'Elevators' })
  await waitFor(() => expect(elevators).toBeEnabled())
  await userEvent.click(elevators)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const quantity = await screen.findByText('Mobile apps of House: 12 needed, Riverside has 8')
  const bar = quantity.closest('div')!
  expect(within(bar).getByText('Mobile apps')).toBeVisible()
  expect(within(bar).getByText('4 of 10')).toBeVisible()
  const feature = screen.getByText('House would have Elevators, which Riverside does not have')
  const period = screen.getByText(/The period of House must lie within that of Riverside:/)
  expect(period).toHaveTextContent(/2026.*2026/)
  const isBelow = (above: Element, below: Element) =>
    (above.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const features = screen.getByRole('group', { name: 'Features' })
  const ownPeriod = screen.getByRole('switch', { name: /Period of its own/ })
  expect(isBelow(features, feature) && isBelow(feature, ownPeriod)).toBe(true)
  expect(isBelow(ownPeriod, period)).toBe(true)
})
