import type { Page } from '@playwright/test'
import type { Answers } from './api'

const HOUR = 3600

const amenity = {
  id: 1,
  name: 'Roof terrace',
  address: 'North tower, floor 12',
  description: 'Barbecue, eight tables. Quiet from ten in the evening.',
  access_rules: [{ id: 1, name: 'Roof' }],
  domains: [{ id: 1, name: 'Riverside' }],
  cancel_before: 60,
  effective_time_zone: 'Europe/Amsterdam',
  horizon_days: 60,
  image_url: null,
  is_exclusive: false,
  lead: 10,
  live_per_user: 5,
  number_of_persons: { min: 1, max: 24 },
  terms_of_use_url: null,
  terms_version: 0,
  time_slots: {
    duration: 2 * HOUR,
    items: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: 10 * HOUR, to: 22 * HOUR }],
  },
  time_zone: '',
  created_by_user: { id: 1, name: 'Anna Petrova' },
  created_at: '2026-03-01T09:00:00Z',
  updated_at: '2026-03-01T09:00:00Z',
}

const amenities = [
  amenity,
  { ...amenity, id: 2, name: 'Meeting room', address: 'Gatehouse', is_exclusive: true },
  { ...amenity, id: 3, name: 'Gym', address: 'South tower, basement' },
]

const slot = { from: 18 * HOUR, to: 20 * HOUR }

export const reservation = (id: number, name: string, status: string, date: string) => ({
  id,
  amenity: { id: 1, name: amenity.name },
  user: { id: 2, name },
  status,
  date,
  start: `${date}T16:00:00Z`,
  end: `${date}T18:00:00Z`,
  start_local: `${date}T18:00:00+02:00`,
  end_local: `${date}T20:00:00+02:00`,
  time_slots: [slot],
  number_of_persons: 6,
  accept_terms: false,
  accepted_terms_version: 0,
  terms_version: 0,
  identifier: { id: 1, name: 'QR' },
  is_cancelable: status === 'reserved',
  is_editable: status === 'reserved',
  is_outside_slots: false,
  created_by_user: { id: 2, name },
  created_at: '2026-03-20T09:00:00Z',
  updated_at: '2026-03-20T09:00:00Z',
})

const reservations = [
  reservation(1, 'Ivan Sidorov', 'reserved', '2026-12-04'),
  reservation(2, 'Maria Jansen', 'active', '2026-11-24'),
  reservation(3, 'Bram de Vries', 'canceled', '2026-12-01'),
]

/** The slots of a week: some free, some full. */
function stateOf(url: URL) {
  const first = url.searchParams.get('date') ?? '2026-11-24'
  const days = Number(url.searchParams.get('days') ?? 7)
  const slots = Array.from({ length: days }, (_, day) =>
    [10, 12, 14, 16, 18, 20].map((hour) => {
      const date = new Date(Date.parse(`${first}T00:00:00Z`) + day * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const taken = (day * 7 + hour) % 25
      return {
        date,
        from: hour * HOUR,
        to: (hour + 2) * HOUR,
        start: `${date}T${String(hour - 2).padStart(2, '0')}:00:00Z`,
        end: `${date}T${String(hour).padStart(2, '0')}:00:00Z`,
        capacity: 24,
        taken,
        left: 24 - taken,
        status: taken === 0 ? 'free' : taken === 24 ? 'full' : 'partly',
      }
    }),
  ).flat()
  return { slots, time_zone: 'Europe/Amsterdam' }
}

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 20 })

/** Answers every call that reads amenities and their reservations. */
export async function answerAmenities(page: Page, _answers: Answers = {}): Promise<void> {
  await page.route(/\/api\/v0\/amenit/, async (route) => {
    const url = new URL(route.request().url())
    const [name, id, part] = url.pathname.replace('/api/v0/', '').split('/')
    const rows: { id: number }[] = name === 'amenities' ? amenities : reservations
    const row = rows.find((each) => String(each.id) === id)
    if (id === undefined) return route.fulfill({ json: pageOf(rows) })
    if (part === 'state') return route.fulfill({ json: stateOf(url) })
    if (part === 'logs') return route.fulfill({ json: pageOf([]) })
    if (row) return route.fulfill({ json: row })
    return route.fallback()
  })
}
