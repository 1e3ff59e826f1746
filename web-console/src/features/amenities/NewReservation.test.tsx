import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { SessionState } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import type { Amenity, AmenitySlot } from './api'
import words from './locales/en.json'
import { NewReservation } from './NewReservation'
import { addDays, todayIn } from './week'

const server = mockServer()
const HOUR = 3600
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const amenity = (id: number, name: string): Amenity => ({
  id,
  name,
  address: 'Cellar',
  description: null,
  domains: [],
  access_rules: [],
  number_of_persons: { min: 1, max: 10 },
  time_slots: { duration: HOUR, items: [] },
  is_exclusive: false,
  time_zone: '',
  effective_time_zone: 'UTC',
  horizon_days: 60,
  cancel_before: 0,
  live_per_user: 5,
  lead: 10,
  image_url: null,
  terms_of_use_url: null,
  terms_version: 0,
  created_by_user: null,
  created_at: null,
  updated_at: null,
})
const today = todayIn('UTC', new Date())

const slot = (date: string, hour: number, over: Partial<AmenitySlot> = {}): AmenitySlot => ({
  date,
  from: hour * HOUR,
  to: (hour + 1) * HOUR,
  start: `${date}T${hour}:00:00Z`,
  end: `${date}T${hour + 1}:00:00Z`,
  capacity: 10,
  taken: 4,
  left: 6,
  status: 'partly',
  ...over,
})

/** The page of a resident; what was sent to reserve. */
function booking(
  answer: () => Response,
  terms: { version: number } = { version: 0 },
  names = ['Sauna', 'Meeting room'],
) {
  const sent: unknown[] = []
  const rights = ['can_view_domain_amenities', 'can_create_amenity_reservation']
  const saunas = names.map((name, at) => amenity(3 + at, name))
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 11, role: { id: 1, name: 'user', permissions: rights } }),
    ),
    http.get(api('/amenities'), () =>
      HttpResponse.json({ items: saunas, total: saunas.length, page: 1, size: 100 }),
    ),
    http.get(api('/amenities/3'), () =>
      HttpResponse.json({
        ...saunas[0],
        terms_version: terms.version,
        terms_of_use_url: terms.version > 0 ? `/files/terms-${terms.version}` : null,
      }),
    ),
    http.get(api('/amenities/3/state'), ({ request }) => {
      const date = new URL(request.url).searchParams.get('date') ?? today
      const slots = [slot(date, 10), slot(date, 11, { status: 'full', taken: 10, left: 0 })]
      return HttpResponse.json({ slots, time_zone: 'UTC' })
    }),
    http.put(api('/amenity-reservations'), async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  renderApp(<NewReservation />, {
    at: '/amenities/reservations/add',
    session,
    words: { amenities: words },
  })
  return sent
}

test('an_amenity_is_reserved_in_three_taps', async () => {
  const sent = booking(() => HttpResponse.json({ id: 9 }))
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /10:00 6 of 10 free/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  await screen.findByText('elsewhere')
  const monday = addDays(today, -((new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7))
  expect(sent).toEqual([
    {
      amenity: { id: 3 },
      date: monday,
      time_slots: [{ from: 10 * HOUR }],
      number_of_persons: 1,
      accept_terms: false,
    },
  ])
})

test('a_refusal_names_the_slot', async () => {
  booking(() =>
    HttpResponse.json(
      { message: 'no free places', code: 'conflict', data: { slots: [10 * HOUR] } },
      { status: 409 },
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /, 10:00 6 of/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  expect(await screen.findByText('No free places are left: 10:00')).toBeInTheDocument()
})

test('a_refusal_that_is_about_no_slot_names_none', async () => {
  booking(() =>
    HttpResponse.json({ message: 'amenity is not allowed', code: 'conflict' }, { status: 409 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /, 10:00 6 of/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  expect(await screen.findByText('This amenity is not allowed')).toBeVisible()
})

test('a_refusal_leaves_the_form_as_it_is_where_there_is_one_amenity', async () => {
  booking(
    () =>
      HttpResponse.json({ message: 'amenity is not allowed', code: 'conflict' }, { status: 409 }),
    { version: 0 },
    ['Sauna'],
  )
  // The list is asked again after the refusal; the answer is held back until the page was looked at.
  let answerList: () => void = () => {}
  let asked = 0
  server.use(
    http.get(api('/amenities'), async () => {
      asked += 1
      if (asked > 1) await new Promise<void>((resolve) => (answerList = resolve))
      return HttpResponse.json({ items: [amenity(3, 'Sauna')], total: 1, page: 1, size: 100 })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /, 10:00 6 of/ }))
  const form = screen.getByRole('button', { name: 'Reserve' })
  await userEvent.click(form)
  await screen.findByText('This amenity is not allowed')
  await waitFor(() => expect(asked).toBe(2))
  expect(form).toBeInTheDocument()
  expect(screen.getByText(/, 10:00–11:00$/)).toBeVisible()
  answerList()
})

test('the_next_free_slot_is_found_as_far_ahead_as_the_amenity_is_reserved', async () => {
  booking(() => HttpResponse.json({ id: 9 }))
  const asked: string[] = []
  const far = addDays(today, 40)
  server.use(
    http.get(api('/amenities/3/state'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      const date = searchParams.get('date') ?? today
      if (searchParams.get('days') === '31') asked.push(date)
      const slots = date > addDays(today, 20) ? [slot(far, 12)] : []
      return HttpResponse.json({ slots, time_zone: 'UTC' })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Next free/ }))
  expect(await screen.findByRole('button', { name: 'Reserve' })).toBeEnabled()
  expect(await screen.findByText(/, 12:00–13:00$/)).toBeVisible()
  // By the week that is shown at first, and by the button.
  expect(asked).toEqual([today, today, addDays(today, 31)])
})

test('the_week_of_the_next_free_slot_is_shown_at_first', async () => {
  booking(() => HttpResponse.json({ id: 9 }))
  const next = addDays(today, 8)
  server.use(
    http.get(api('/amenities/3/state'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      const from = searchParams.get('date') ?? today
      const isIn = from <= next && next < addDays(from, Number(searchParams.get('days')))
      return HttpResponse.json({ slots: isIn ? [slot(next, 10)] : [], time_zone: 'UTC' })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /, 10:00 6 of 10 free/ }))
  expect(screen.getByRole('button', { name: 'Reserve' })).toBeEnabled()
})

test('a_full_slot_is_not_chosen', async () => {
  booking(() => HttpResponse.json({ id: 9 }))
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /11:00 Full/ }))
  expect(screen.getByRole('button', { name: 'Reserve' })).toBeDisabled()
})

test('terms_that_have_changed_meanwhile_are_shown_and_accepted_anew', async () => {
  const terms = { version: 1 }
  const sent = booking(() => {
    if (terms.version === 2) return HttpResponse.json({ id: 9 })
    terms.version = 2
    return HttpResponse.json(
      { message: 'the terms have changed, read them again', code: 'conflict' },
      { status: 409 },
    )
  }, terms)
  await userEvent.click(await screen.findByRole('button', { name: /Sauna/ }))
  await userEvent.click(await screen.findByRole('button', { name: /, 10:00 6 of/ }))
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  expect(await screen.findByText('The terms have changed, read them again')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
      'href',
      '/files/terms-2',
    ),
  )
  expect(screen.getByRole('checkbox')).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Reserve' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  await screen.findByText('elsewhere')
  expect(sent).toMatchObject([
    { accept_terms: true, accepted_terms_version: 1 },
    { accept_terms: true, accepted_terms_version: 2 },
  ])
})

test('one of many amenities is found by a search', async () => {
  booking(() => HttpResponse.json({ id: 9 }))
  const many = Array.from({ length: 120 }, (_, at) => amenity(100 + at, `Room ${at + 1}`))
  server.use(
    http.get(api('/amenities'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = many.filter(({ name }) => name.includes(query.get('search') ?? ''))
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 20)]
      const items = found.slice((page - 1) * size, page * size)
      return HttpResponse.json({ items, total: found.length, page, size })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('button', { name: /Room 100/ })).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox'), 'Room 117')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Room 100/ })).toBeNull())
  expect(await screen.findByRole('button', { name: /Room 117/ })).toBeVisible()
})
