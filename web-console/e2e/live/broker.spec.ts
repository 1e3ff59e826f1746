/** The MQTT broker is restarted from the console, and its devices come back by themselves. */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { open, rowWith, signedIn } from './support/console'
import { accountOf } from './support/platform'

test.describe.configure({ mode: 'serial' })

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await page.context().close()
})

test('the broker is restarted, and the devices come back', async () => {
  await page.goto('/general-settings?tab=broker')
  const broker = page.getByRole('region', { name: 'MQTT broker' })
  await expect(broker.getByRole('status')).toHaveText('Running')
  await expectAccessible(page, 'the broker')

  await broker.getByRole('button', { name: 'Restart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restart the MQTT broker?' })
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('The broker restarts', { exact: true })).toBeVisible()
  await expect(broker.getByRole('status')).toHaveText('Running', { timeout: 60_000 })

  await open(page, 'Devices')
  for (const name of ['Main gate', 'Entrance A', 'Bicycle room', 'Building 2 lobby']) {
    await expect(rowWith(page, name, 'Online')).toBeVisible({ timeout: 60_000 })
  }
})

test('the restart stands in the audit log', async () => {
  await page.goto('/audit-events')
  await expect(rowWith(page, 'MQTT broker').first()).toBeVisible()
})
