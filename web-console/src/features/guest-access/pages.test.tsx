import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionState } from '@/api/session'
import { getProfile } from '@/api/profile'
import { UNDO_TIME } from '@/kit/pendingStops'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import FormPage from './FormPage'
import ListPage from './ListPage'
import words from './locales/en.json'

const server = mockServer()

const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const session = {
  sessions: [{ token: 'token', refresh: 'refresh', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
} as SessionState

const profile = {
  id: 7,
  name: 'Anna',
  role: { id: 1, name: 'Resident', permissions: ['can_create_guest_identifier'] },
  license_info: { features: ['identifier.guest'] },
  domains: [],
  project,
  locale: 'en',
  locales: ['en'],
  profile: { time_zone: 'Europe/Amsterdam', time_format: 'DD-MM-YYYY' },
}
const anna = { id: 7, name: 'Anna' }
const rules = [
  { id: 1, name: 'Gate', doors: ['Main gate'], time_rules: [] },
  { id: 2, name: 'Lobby on weekdays', doors: ['Lobby'], time_rules: [{ id: 3, name: 'Weekdays' }] },
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const row = {
  id: 12,
  name: 'Courier',
  type: 'qr',
  value: 'x',
  owner_type: 'guest',
  owner: anna,
  created_by_user: anna,
  access_rules: [{ id: 1, name: 'Gate' }],
  period_restrict_active: true,
  period_restrict_from: inHours(-1),
  period_restrict_to: inHours(2),
  passes_restrict_active: true,
  passes_restrict_max_count: 3,
  passes_restrict_passes_count: 1,
  revoked_at: null,
  is_active: true,
  domain: null,
  created_at: inHours(-1),
  updated_at: inHours(-1),
}
const key = {
  ...row,
  kind: 'qr',
  guest_type: 'courier',
  state: 'active',
  message: 'Ring twice',
  link: 'https://vestibule.test/guest-access/4fZkR9Q2mLxT7cVbN1aWsE',
  pass_limit: 3,
  visits_used: 1,
  last_used_at: inHours(-0.5),
}

/** Bodies of the calls that change something, by method and path. */
let sent: { call: string; body: Record<string, unknown> }[] = []
/** Whose rules were asked for. */
const rulesOf = vi.fn<(owner: string | null) => void>()
const record = async (request: Request) => {
  const call = `${request.method} ${new URL(request.url).pathname.replace('/api/v0', '')}`
  sent.push({ call, body: (await request.json()) as Record<string, unknown> })
}

beforeEach(() => {
  sent = []
  server.use(
    http.get(api('/profile'), () => HttpResponse.json(profile)),
    http.get(api('/guest-access/access-rules'), ({ request }) => {
      rulesOf(new URL(request.url).searchParams.get('owner_id'))
      return HttpResponse.json({ items: rules, max_passes_count: 5, max_period_days: 7 })
    }),
    http.get(api('/identifiers'), () =>
      HttpResponse.json({ items: [row], total: 1, page: 1, size: 20 }),
    ),
    http.get(api('/guest-keys/12'), () => HttpResponse.json(key)),
    http.put(api('/guest-keys'), async ({ request }) => {
      await record(request)
      return HttpResponse.json(key)
    }),
    http.post(api('/guest-keys/12/revoke'), async ({ request }) => {
      await record(request)
      return HttpResponse.json(key)
    }),
  )
})

async function show(page: React.ReactNode, at: string) {
  const view = renderApp(page, { at, session, words: { 'guest-access': words } })
  await view.store.dispatch(getProfile.initiate())
  return view
}

describe('a new guest key', () => {
  test('is_a_couriers_with_all_doors_chosen_and_is_shared_once_it_is_made', async () => {
    const { router } = await show(<FormPage />, '/guest-access/add')
    expect(await screen.findByRole('checkbox', { name: /Gate/ })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Lobby/ })).toBeChecked()
    expect(screen.getByRole('button', { name: /^Courier/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('note', { name: words.sentence })).toHaveTextContent(
      /Opens Gate and Lobby on weekdays from .* until .*, 1 visit\./,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/guest-access'))
    expect(router.state.location.search).toBe('?dialog=share:12')
    expect(sent.map(({ call }) => call)).toEqual(['PUT /guest-keys'])
    const { body } = sent[0]!
    expect(body).toMatchObject({
      name: 'Courier',
      kind: 'qr',
      guest_type: 'courier',
      pass_limit: 1,
    })
    const { period_restrict_from: from, period_restrict_to: to } = body as Record<string, string>
    expect(Date.parse(to!) - Date.parse(from!)).toBe(3_600_000)
  })

  test('of_another_preset_has_its_period_doors_and_limits_and_keeps_a_name_that_was_typed', async () => {
    await show(<FormPage />, '/guest-access/add')
    const nameField = () => screen.getByRole('textbox', { name: words.fields.name })
    await waitFor(() => expect(nameField()).toHaveValue('Courier'))
    const name = nameField()
    await userEvent.clear(name)
    await userEvent.type(name, 'Dog walker')
    await userEvent.click(screen.getByRole('button', { name: /^Regular guest/ }))
    expect(screen.getByRole('checkbox', { name: /Gate/ })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Lobby/ })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]!.body).toMatchObject({
      name: 'Dog walker',
      guest_type: 'guest',
      pass_limit: 5,
      access_rules: [{ id: 2, name: 'Lobby on weekdays' }],
    })
    const { period_restrict_from: from, period_restrict_to: to } = sent[0]!.body as Record<
      string,
      string
    >
    expect(Date.parse(to!) - Date.parse(from!)).toBeLessThanOrEqual(7 * 24 * 3_600_000)
  })

  test('without_a_door_is_not_sent', async () => {
    await show(<FormPage />, '/guest-access/add')
    await userEvent.click(await screen.findByRole('checkbox', { name: /Gate/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Lobby/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Required')).toBeVisible()
    expect(sent).toEqual([])
  })

  test('of_somebody_who_has_no_door_to_hand_on_says_why', async () => {
    server.use(
      http.get(api('/guest-access/access-rules'), () =>
        HttpResponse.json({ items: [], max_passes_count: null, max_period_days: null }),
      ),
    )
    await show(<FormPage />, '/guest-access/add')
    expect(await screen.findByText(words.noRules)).toBeVisible()
  })
})

describe('the list of keys', () => {
  test('asks_for_live_guest_keys_and_shows_what_is_left_and_the_last_use', async () => {
    const asked = vi.fn<(query: URLSearchParams) => void>()
    server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/identifiers')) asked(searchParams)
    })
    await show(<ListPage />, '/guest-access')
    expect(await screen.findByText('Ends in 2 hours')).toBeVisible()
    expect(await screen.findByText(/30 minutes ago|29 minutes ago/)).toBeVisible()
    expect(screen.getByText('1 / 3')).toBeVisible()
    const query = asked.mock.calls[0]![0]
    expect(query.get('only_guest')).toBe('true')
    expect(query.get('filters')).toContain('revoked_at')
    server.events.removeAllListeners()
  })

  const pressStop = async () => {
    const line = await screen.findByRole('row', { name: /Courier/ })
    await userEvent.click(within(line).getByRole('button', { name: 'Actions: Courier' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Stop$/ }))
    await screen.findByText('Will be stopped for good in 5 s: Courier')
  }

  test('a_stop_that_is_taken_back_is_not_sent', async () => {
    await show(<ListPage />, '/guest-access')
    await pressStop()
    expect(screen.getByText('Stopped')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByText('Stopped')).toBeNull())
    // What was taken back is not sent when the page is left either.
    window.dispatchEvent(new Event('pagehide'))
    let isNext = false
    server.use(
      http.post(api('/guest-keys/13/revoke'), () => {
        isNext = true
        return HttpResponse.json({})
      }),
    )
    // What the page would have sent is there before this is.
    await fetch(api('/guest-keys/13/revoke'), { method: 'POST' })
    expect(isNext).toBe(true)
    expect(sent.filter(({ call }) => call.includes('/12/'))).toEqual([])
  })

  test('a_stop_is_sent_when_the_time_to_take_it_back_is_over', async () => {
    await show(<ListPage />, '/guest-access')
    await pressStop()
    await waitFor(() => expect(sent).toEqual([{ call: 'POST /guest-keys/12/revoke', body: {} }]), {
      timeout: 2 * UNDO_TIME,
    })
  })

  test('a_stop_is_sent_at_once_when_the_page_is_left', async () => {
    await show(<ListPage />, '/guest-access')
    await pressStop()
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(sent).toEqual([{ call: 'POST /guest-keys/12/revoke', body: {} }]))
  })

  test('shares_a_key_by_its_address', async () => {
    await show(<ListPage />, '/guest-access?dialog=share:12')
    const sheet = await screen.findByRole('dialog')
    const link = await within(sheet).findByRole('link', { name: /4fZkR9Q2mLxT7cVbN1aWsE/ })
    expect(link).toHaveAttribute('href', key.link)
    expect(within(sheet).getByRole('img', { name: words.share.linkCode })).toBeInTheDocument()
    expect(within(sheet).getByRole('link', { name: /E-mail/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:\?subject=Courier&body=Ring%20twice/),
    )
  })
})
