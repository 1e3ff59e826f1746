import { expect, test, type Page } from '@playwright/test'
import { reservation } from './amenities'
import { enter } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerWholeSite } from './wholeSite'

/** Dark squares on light, as the platform draws them. */
const CODE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#fff"/><path d="M1 1h3v3H1zM5 5h3v3H5zM1 6h2v2H1zM6 1h2v2H6z"/></svg>'

interface Own {
  locale?: 'en' | 'ru'
  /** Whose it is; the person who is signed in unless said. */
  user?: number
  /** The code is being made. */
  isBeingMade?: boolean
}

/** One reservation on the site; what was asked to be done with it. */
async function answerOwn(page: Page, given: Own = {}) {
  await answerWholeSite(page, { locale: given.locale ?? 'en', hasPhone: true })
  const own = () => ({
    ...reservation(1, 'Anna Petrova', 'reserved', '2026-12-04'),
    user: { id: given.user ?? 1, name: 'Anna Petrova' },
    identifier: given.isBeingMade ? null : { id: 1, name: 'Roof terrace' },
  })
  const asked: string[] = []
  await page.route(/\/api\/v0\/amenity-reservations/, (route) => {
    const url = new URL(route.request().url())
    const [, id, part] = url.pathname.replace('/api/v0/', '').split('/')
    if (part === 'logs') return route.fallback()
    if (route.request().method() !== 'GET') {
      asked.push(part ?? 'change')
      return route.fulfill({ json: {} })
    }
    return route.fulfill({ json: id ? own() : { items: [own()], total: 1, page: 1, size: 20 } })
  })
  await page.route('**/identifiers/1/qr**', (route) => {
    asked.push('code')
    return route.fulfill({ contentType: 'image/svg+xml', body: CODE })
  })
  await page.route('**/api/v0/wallets', (route) =>
    route.fulfill({ json: { apple: true, google: true } }),
  )
  await enter(page)
  return asked
}

const WHEN = 'Fri Dec 4, 18:00–20:00'

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    test('a reservation on its page and beside the list', async ({ page }) => {
      await answerOwn(page, look)
      await page.goto('/amenities/reservations/1/edit')
      await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
      await capture(page, `${look.name}-reservation`)
      await page.goto('/amenities/reservations')
      await capture(page, `${look.name}-reservations`)
      await page.goto('/amenities/reservations?preview=1')
      await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
      await capture(page, `${look.name}-reservation-preview`)
      await page.goto('/amenities/reservations/1/edit?change')
      await expect(page.getByRole('button', { name: /18:00/ }).first()).toBeVisible()
      await capture(page, `${look.name}-reservation-change`)
    })
  })
}

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    test('amenities, their form, and the way to a reservation', async ({ page }) => {
      await answerWholeSite(page, { locale: look.locale })
      await enter(page)
      await page.goto('/amenities')
      await expect(page.getByText('Roof terrace').first()).toBeVisible()
      await capture(page, `${look.name}-amenities`)
      await page.goto('/amenities/add')
      await expect(page.locator('#field-name')).toBeVisible()
      await capture(page, `${look.name}-amenity-new`)
      await page.goto('/amenities/1/edit')
      await expect(page.locator('#field-name')).not.toHaveValue('')
      await capture(page, `${look.name}-amenity`)
      await page.goto('/amenities/reservations/add')
      await expect(page.getByRole('button', { name: /Roof terrace/ })).toBeVisible()
      await capture(page, `${look.name}-reservation-what`)
      await page.goto('/amenities/reservations/add?amenity=1')
      await expect(page.getByRole('group').first()).toBeVisible()
      await capture(page, `${look.name}-reservation-when`)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a_reservation_shows_when_and_its_code_one_tap_from_the_list', async ({ page }) => {
    await answerOwn(page)
    await page.goto('/amenities/reservations')
    await page.getByText(WHEN).tap()
    const code = page.getByRole('img', { name: 'QR code for Roof terrace' })
    await expect(code).toBeInViewport({ ratio: 1 })
    const box = await code.boundingBox()
    expect(box!.width).toBeGreaterThan(280)
    await expect(page.getByRole('region', { name: 'Pass' }).getByText(WHEN)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apple Wallet' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel reservation' })).toBeVisible()
  })

  test('the_page_of_a_reservation_begins_with_when_and_its_code', async ({ page }) => {
    await answerOwn(page)
    await page.goto('/amenities/reservations/1/edit')
    await expect(page.getByText(WHEN)).toBeInViewport()
    await expect(page.getByRole('img', { name: 'QR code for Roof terrace' })).toBeInViewport({
      ratio: 1,
    })
  })
})

test('a_reservation_is_changed_and_cancelled_from_its_page', async ({ page }) => {
  const asked = await answerOwn(page)
  await page.goto('/amenities/reservations/1/edit')
  await page.getByRole('button', { name: 'Change time' }).click()
  await page.getByRole('button', { name: /^Thu Dec 3, 16:00/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The reservation is changed')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click()
  await expect(page.getByText('The reservation is cancelled')).toBeVisible()
  expect(asked.filter((what) => what !== 'code')).toEqual(['change', 'cancel'])
})

test('the_code_of_somebody_elses_reservation_is_not_asked_for', async ({ page }) => {
  const asked = await answerOwn(page, { user: 77 })
  await page.goto('/amenities/reservations/1/edit')
  await expect(page.getByText(WHEN)).toBeVisible()
  await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0)
  expect(asked).toEqual([])
})

test('a_code_that_is_being_made_is_said_to_be_and_comes_by_itself', async ({ page }) => {
  const own: Own = { isBeingMade: true }
  await answerOwn(page, own)
  await page.goto('/amenities/reservations/1/edit')
  await expect(page.getByRole('status').filter({ hasText: 'Being made' })).toBeVisible()
  own.isBeingMade = false
  await expect(page.getByRole('img', { name: 'QR code for Roof terrace' })).toBeVisible()
})
