import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { CATALOGUE, answerPeople } from './people'
import { damaged, sound, unknownPods } from './systemData'

/** The page of the system, looked at and checked by axe: all well, and in the middle of trouble. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    for (const [name, info] of Object.entries({ sound, damaged })) {
      test(`the system, ${name}`, async ({ page }) => {
        test.slow()
        await answerPeople(page, { locale: look.locale })
        await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: info }))
        await signInAs(page)
        await expect(page).toHaveURL(/home/)
        await page.goto('/system-info')
        await expect(page.getByText('api-gateway', { exact: true })).toBeVisible()
        await capture(page, `${look.name}-system-${name}`)
      })
    }
  })
}

test('a service that does not answer is told apart, and what could not be taken is said', async ({
  page,
}) => {
  await answerPeople(page, { locale: 'en' })
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: damaged }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  const silent = page.getByRole('listitem').filter({ hasText: 'it does not answer' })
  await expect(silent.getByText('telephony', { exact: true })).toBeVisible()
  await expect(silent.getByText('Not ready', { exact: true })).toBeVisible()
  await expect(page.getByText(/7 events could not be taken/)).toBeVisible()
  await expect(page.getByText(/an upgrade is under way/)).toBeVisible()
})

test('who may see the system finds it in the menu', async ({ page }) => {
  expect(CATALOGUE.map(([, code]) => code)).toContain('can_view_system_info')
  await answerPeople(page, { locale: 'en' })
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: sound }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.getByRole('link', { name: 'System', exact: true }).click()
  await expect(page).toHaveURL(/system-info/)
  await expect(page.getByText('9 / 9')).toBeVisible()
})

test('pods are told with how often and why they began again, or that nobody knows', async ({
  page,
}) => {
  await answerPeople(page, { locale: 'en' })
  let info: object = damaged
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: info }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  const killed = page.getByRole('listitem').filter({ hasText: 'site-access-5c7d9f-x2k4q' })
  await expect(killed.getByText('OOMKilled')).toBeVisible()
  info = unknownPods
  await page.getByRole('button', { name: 'Ask now' }).click()
  await expect(page.getByText('The pods are not known')).toBeVisible()
})
