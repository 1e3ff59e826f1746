import { expect, test } from '@playwright/test'
import { adoption } from './adoptionData'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerWholeSite } from './wholeSite'

/** Taking over a panel, its backup file, and when it came and went: looked at and checked by axe. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test.beforeEach(async ({ page }) => {
      await answerWholeSite(page, { locale: look.locale })
      await signInAs(page)
    })

    test('what would come of a panel, and the last 30 days of it', async ({ page }) => {
      await page.goto('/devices/2?dialog=adopt')
      await expect(page.getByRole('dialog').getByText('Viktor Orlov')).toBeVisible()
      await capture(page, `${look.name}-device-adopt`)
      await page.goto('/devices/2')
      await expect(page.getByRole('img', { name: / % / })).toBeVisible()
      await capture(page, `${look.name}-device-history`)
    })

    test('a backup of a device', async ({ page }) => {
      await page.route(/device-backup-import/, (route) => route.fulfill({ json: adoption }))
      await page.goto('/general-settings?tab=deviceBackup')
      const file = { name: 'gate.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
      await page.locator('input[type=file]').setInputFiles(file)
      await expect(page.getByText('Viktor Orlov')).toBeVisible()
      await capture(page, `${look.name}-device-backup`)
    })
  })
}

test('a plan is carried out by its hash', async ({ page }) => {
  await answerWholeSite(page)
  await signInAs(page)
  const hashes: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/devices/2/adopt')) {
      hashes.push((request.postDataJSON() as { plan_hash: string }).plan_hash)
    }
  })
  await page.goto('/devices/2?dialog=adopt')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Viktor Orlov')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog).toBeHidden()
  expect(hashes).toEqual(['', '5b6e0c3d'])
  await expect(page).not.toHaveURL(/dialog/)
})
