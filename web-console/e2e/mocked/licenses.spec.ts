import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import {
  closed,
  featureList,
  groups,
  licenses,
  period,
  preview,
  refusal,
  residence,
  used,
} from './licensesData'
import { capture, LOOKS, useLook } from './looks'
import { answerPeople } from './people'

async function answerLicenses(page: Page, locale: 'en' | 'ru', status: object) {
  const { rights } = await answerPeople(page, { locale })
  rights.add('can_manage_licenses')
  const answers: [string, object][] = [
    ['**/api/v0/licenses', licenses],
    ['**/api/v0/licenses/groups', groups],
    ['**/api/v0/licenses/features', featureList],
    ['**/api/v0/licenses/status', status],
    ['**/api/v0/licenses/*/end-preview', preview],
    ['**/api/v0/domains/10/licenses', residence],
    ['**/api/v0/domains/13/licenses', closed],
    ['**/api/v0/reports/licenses/used**', used],
    ['**/api/v0/reports/licenses/period**', period],
  ]
  for (const [path, json] of answers) await page.route(path, (route) => route.fulfill({ json }))
}

const NORMAL = { status: 'normal', days: 170 }
const ENDING = { status: 'will_expire', days: 5 }

async function open(page: Page, path: string) {
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto(path)
}

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('licences with their groups', async ({ page }) => {
      test.slow()
      await answerLicenses(page, look.locale, ENDING)
      await open(page, '/licenses')
      await expect(page.getByText('House 2')).toBeVisible()
      // The warning comes after the page.
      await expect(page.getByRole('status').getByRole('link')).toBeVisible({ timeout: 15_000 })
      await capture(page, `${look.name}-licenses`)
    })

    test('what if a licence ends', async ({ page }) => {
      test.slow()
      await answerLicenses(page, look.locale, NORMAL)
      await open(page, '/licenses')
      await page
        .getByRole('button', { name: /What if|Что будет/ })
        .first()
        .click()
      await expect(page.getByText(/66/)).toBeVisible()
      await capture(page, `${look.name}-licenses-preview`)
    })

    test('the limits of a group with a refusal at its bar', async ({ page }) => {
      test.slow()
      await answerLicenses(page, look.locale, NORMAL)
      await page.route('**/api/v0/domains/10/licenses', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 409, json: refusal })
          : route.fulfill({ json: residence }),
      )
      await open(page, '/licenses')
      await page.getByRole('button', { name: /Riverside Park/ }).click()
      const field = page.getByRole('spinbutton').first()
      await field.fill('260')
      await page.getByRole('button', { name: /^(Save|Сохранить)$/ }).click()
      await expect(page.getByRole('dialog').getByText(/260/)).toBeVisible()
      await capture(page, `${look.name}-licenses-refused`)
    })

    test('a group outside of its period', async ({ page }) => {
      test.slow()
      await answerLicenses(page, look.locale, NORMAL)
      await open(page, '/licenses')
      await page.getByRole('button', { name: /House 3/ }).click()
      const panel = page.getByRole('dialog')
      await expect(panel.getByText(/Nothing can be used now|Сейчас ничем/)).toBeVisible()
      await capture(page, `${look.name}-licenses-closed`)
    })

    test('reports of licences', async ({ page }) => {
      test.slow()
      await answerLicenses(page, look.locale, NORMAL)
      await open(page, '/reports/licenses')
      await expect(page.getByRole('figure')).toBeVisible()
      await capture(page, `${look.name}-license-reports`)
    })
  })
}
