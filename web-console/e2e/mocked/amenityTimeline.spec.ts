import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerPeople, profile } from './people'

const HOUR = 3600
// Where the amenities are: between midnight there and midnight by UTC the days differ.
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' })
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const amenity = (id: number, name: string, from: number, to: number) => ({
  id,
  name,
  domains: [{ id: 1, name: 'Riverside' }],
  access_rules: [],
  number_of_persons: { min: 1, max: 10 },
  time_slots: { duration: HOUR, items: [{ days, from: from * HOUR, to: to * HOUR }] },
  effective_time_zone: 'Europe/Amsterdam',
})

const amenities = [
  amenity(1, 'Gym', 7, 22),
  amenity(2, 'Meeting room of the north tower', 8, 20),
  amenity(3, 'Sauna', 10, 22),
]

const reservation = (
  id: number,
  of: number,
  name: string,
  from: number,
  to: number,
  status = 'reserved',
) => ({
  id,
  amenity: { id: of, name: amenities[of - 1]?.name },
  user: { id: id + 10, name },
  status,
  date: today,
  start: `${today}T${String(from).padStart(2, '0')}:00:00Z`,
  end: `${today}T${String(to).padStart(2, '0')}:00:00Z`,
  time_slots: [{ from: from * HOUR, to: to * HOUR }],
  number_of_persons: 2,
  is_cancelable: true,
  is_editable: true,
})

const reservations = [
  reservation(1, 1, 'Anna Petrova', 8, 10, 'expired'),
  reservation(2, 1, 'Tom Becker', 9, 11, 'active'),
  reservation(3, 1, 'Maria Jansen', 11, 12),
  reservation(4, 3, 'Bram de Vries', 18, 21),
]

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 500 })

async function openTimeline(page: Page, locale: 'en' | 'ru') {
  const { rights } = await answerPeople(page, { locale })
  rights.add('can_view_all_amenities')
  rights.add('can_view_all_amenity_reservations')
  await page.route('**/api/v0/amenities?**', (route) => route.fulfill({ json: pageOf(amenities) }))
  await page.route('**/api/v0/amenity-reservations?**', (route) =>
    route.fulfill({ json: pageOf(reservations) }),
  )
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({ json: profile([...rights], locale, ['amenity']) }),
  )
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/amenities/reservations?tab=timeline')
  await expect(page.getByRole('link', { name: /Bram de Vries/ })).toBeVisible()
}

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('the timeline of reservations', async ({ page }) => {
      await openTimeline(page, look.locale)
      await capture(page, `${look.name}-amenity-timeline`)
    })
  })
}

test('the timeline goes from day to day by keyboard, and a bar leads to its reservation', async ({
  page,
}) => {
  await openTimeline(page, 'en')
  await page.getByRole('button', { name: 'Next day' }).press('Enter')
  await expect(page).toHaveURL(/tab=timeline-\d{4}-\d\d-\d\d/)
  await expect(page.getByText('Nothing is reserved')).toHaveCount(3)
  await page.getByRole('button', { name: 'Today' }).press('Enter')
  const bar = page.getByRole('link', { name: '18:00–21:00, Bram de Vries, 2 persons' })
  await expect(bar).toHaveAttribute('href', '/amenities/reservations/4/edit')
})
