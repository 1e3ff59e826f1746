import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Failure, type GuestPage, type OpenedDoor } from './api'
import { startPage } from './page'
import { TEXTS } from './texts'

const SERVER_TIME = new Date('2026-11-23T12:00:00Z')

const key: GuestPage = {
  site_name: 'Riverside',
  site_logo: '',
  site_address: 'Quay 13',
  site_phone: '+31 20 123 4567',
  message: 'Leave it at the concierge.',
  kind: 'qr',
  value: '7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f',
  state: 'active',
  valid_from: '2026-11-23T10:00:00Z',
  valid_to: '2026-11-23T13:30:00Z',
  time_zone: 'Europe/Amsterdam',
  visits_left: 1,
  visit_ends_at: null,
  doors: [
    { token: 'gate-1', name: 'Gate', online: true, next_opens: null },
    { token: 'lobby-1', name: 'Lobby', online: false, next_opens: null },
  ],
  hours: null,
  has_wallet_pass: false,
  google_wallet_link: '',
}

const opened: OpenedDoor = {
  opened: true,
  visits_left: 0,
  visit_ends_at: '2026-11-23T12:15:00Z',
  next_token: 'gate-2',
}

const load = vi.fn<() => Promise<{ page: GuestPage; now: Date }>>()
const open = vi.fn<(token: string) => Promise<OpenedDoor>>()
let stop = () => undefined as void

function start(page: Partial<GuestPage> = {}) {
  load.mockResolvedValue({ page: { ...key, ...page }, now: SERVER_TIME })
  begin()
}

function begin() {
  const root = document.createElement('div')
  document.body.append(root)
  stop = startPage({ root, api: { load, open, passPath: '/pass' }, texts: TEXTS.en, locale: 'en' })
}

const gate = () => screen.findByRole('button', { name: /Gate/ })

beforeEach(() => {
  load.mockReset()
  open.mockReset()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

describe('the page of a guest key', () => {
  test('says_whose_doors_until_when_and_how_often_in_the_time_of_the_site', async () => {
    start()
    expect(await screen.findByRole('heading', { name: 'Riverside' })).toBeVisible()
    expect(screen.getByText('Until 14:30')).toBeVisible()
    expect(screen.getByText(/1 h 30 min left|1 h 29 min left/)).toBeVisible()
    expect(screen.getByText('1 visit left')).toBeVisible()
    expect(screen.getByText('Leave it at the concierge.')).toBeVisible()
    expect(screen.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  })

  test('offers_the_wallets_that_the_site_has_passes_for', async () => {
    start({ has_wallet_pass: true, google_wallet_link: 'https://pay.google.com/gp/v/save/token' })
    expect(await screen.findByRole('link', { name: 'Add to Apple Wallet' })).toHaveAttribute(
      'href',
      '/pass',
    )
    expect(screen.getByRole('link', { name: 'Add to Google Wallet' })).toHaveAttribute(
      'href',
      'https://pay.google.com/gp/v/save/token',
    )
  })

  test('says_the_hours_of_a_recurring_key', async () => {
    start({ hours: { weekdays: [1, 3], from_minute: 540, to_minute: 720 } })
    expect(await screen.findByText('Mon, Wed 09:00–12:00')).toBeVisible()
  })

  test('opens_nothing_until_somebody_presses', async () => {
    start()
    await gate()
    expect(open).not.toHaveBeenCalled()
  })

  test('a_double_tap_opens_the_door_once', async () => {
    let answer: (value: OpenedDoor) => void = () => undefined
    open.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    start()
    const button = await gate()
    await userEvent.dblClick(button)
    expect(open.mock.calls).toEqual([['gate-1']])
    answer(opened)
    expect(await screen.findByText('Open: go in')).toBeVisible()
    expect(screen.getByText(/Your visit goes on until 13:15/)).toBeVisible()
  })

  test('the_next_opening_spends_the_next_token', async () => {
    open.mockResolvedValue(opened)
    start()
    await userEvent.click(await gate())
    await screen.findByText('Open: go in')
    await userEvent.click(await gate())
    expect(open.mock.calls).toEqual([['gate-1'], ['gate-2']])
  })

  test('after_a_lost_connection_the_same_token_asks_what_became_of_it', async () => {
    open.mockRejectedValueOnce(new Failure('offline')).mockResolvedValueOnce(opened)
    start()
    await userEvent.click(await gate())
    expect(await screen.findByText(/No connection/)).toBeVisible()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await userEvent.click(await gate())
    expect(open.mock.calls).toEqual([['gate-1'], ['gate-1']])
  })

  test('a_door_that_is_not_connected_says_so_and_is_not_asked', async () => {
    start()
    const lobby = await screen.findByRole('button', { name: /Lobby/ })
    expect(lobby).toHaveAttribute('aria-disabled', 'true')
    expect(within(lobby.parentElement!).getByText('Not connected now')).toBeVisible()
    await userEvent.click(lobby)
    expect(open).not.toHaveBeenCalled()
  })

  test('a_door_that_opens_later_says_when', async () => {
    const later = { token: '', name: 'Gate', online: true, next_opens: '2026-11-24T07:00:00Z' }
    start({ doors: [later] })
    expect(await screen.findByText(/Opens Tue.* 08:00/)).toBeVisible()
    await userEvent.click(await gate())
    expect(open).not.toHaveBeenCalled()
  })

  test('what_a_door_refuses_stands_at_that_door', async () => {
    open.mockRejectedValue(new Failure('door'))
    start()
    await userEvent.click(await gate())
    expect(await screen.findByText(/The door does not answer/)).toBeVisible()
    // It asks for a token that is not spent.
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('an_unknown_or_stopped_key_shows_no_more_than_that', async () => {
    load.mockRejectedValue(new Failure('invalid'))
    begin()
    expect(await screen.findByText('This key does not open anything')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a_key_that_could_not_be_read_can_be_read_again', async () => {
    load.mockRejectedValueOnce(new Failure('unavailable'))
    begin()
    const again = await screen.findByRole('button', { name: 'Try again' })
    load.mockResolvedValue({ page: key, now: SERVER_TIME })
    await userEvent.click(again)
    expect(await gate()).toBeVisible()
  })

  test('a_connection_that_is_lost_later_leaves_the_key_on_the_screen', async () => {
    start()
    await gate()
    load.mockRejectedValue(new Failure('offline'))
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText(/what you see may be out of date/)).toBeVisible()
    expect(await gate()).toBeVisible()
  })

  test('a_code_is_shown_in_groups_of_digits', async () => {
    start({ kind: 'access_code', value: '482177' })
    expect(await screen.findByText('482 177')).toBeVisible()
  })

  test('a_key_that_is_over_says_what_to_do', async () => {
    start({ state: 'used_up', visits_left: 0, value: '', doors: [] })
    expect(await screen.findByText('Used up')).toBeVisible()
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })
})
