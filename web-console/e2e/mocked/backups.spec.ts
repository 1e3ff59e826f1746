import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { answerBackups, LIST, PLAN } from './backups'
import { capture, LOOKS, useLook } from './looks'
import { answerPeople } from './people'

async function enterBackups(page: Page, locale: 'en' | 'ru') {
  const { rights } = await answerPeople(page, { locale })
  for (const right of [
    'view_backups',
    'create_backup',
    'delete_backup',
    'apply_backup',
    'apply_backup_file',
    'download_backup_file',
  ])
    rights.add(`can_${right}`)
  await answerBackups(page)
  const hashes: unknown[] = []
  await page.route('**/api/v0/backups/7/apply', (route) => {
    hashes.push((route.request().postDataJSON() as { plan_hash?: string }).plan_hash)
    return route.fulfill({ json: { plan: PLAN, backup: LIST[2] } })
  })
  return hashes
}

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('a backup is reviewed before it is applied', async ({ page }) => {
      test.slow()
      const hashes = await enterBackups(page, look.locale)
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      await page.goto('/backups')
      await expect(page.getByText('November')).toBeVisible()
      await page.getByRole('button', { name: /changed by hand|изменения вручную/ }).click()
      await expect(page.getByText('Flat 102')).toBeVisible()
      await capture(page, `${look.name}-backups`)
      const row = page.getByRole('listitem').filter({ hasText: 'November' })
      await row.getByRole('button', { name: /Review|Просмотреть/ }).click()
      await expect(page.getByText('Vera')).toBeVisible()
      await capture(page, `${look.name}-backup-plan`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Apply|Применить)$/ })
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(hashes.at(0)).toBeUndefined()
      expect(hashes.at(-1)).toBe('abc')
    })
  })
}
