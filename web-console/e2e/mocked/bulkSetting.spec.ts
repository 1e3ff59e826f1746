import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS } from './looks'
import { answerSite } from './site'

/** A setting of many devices: what would change, looked at, checked by axe and reached by the keyboard. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.slow()
    test.use({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      hasTouch: look.width < 400,
    })

    test('the preview of a setting', async ({ page }) => {
      await page.addInitScript(({ theme, locale }) => {
        localStorage.setItem('theme', JSON.stringify(theme))
        localStorage.setItem('userLocale', JSON.stringify(locale))
      }, look)
      await answerSite(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      await page.goto('/devices')
      for (const name of ['Main gate', 'Car park barrier', 'Concierge monitor']) {
        await page.getByRole('checkbox', { name, exact: true }).check()
      }
      await page.getByRole('button', { name: /Change a setting|Изменить настройку/ }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('status')).toContainText(/Would change: 2|Изменится: 2/)
      await expect(dialog.getByRole('listitem').first()).toContainText('Car park barrier')
      await capture(page, `${look.name}-bulk-setting`)
      await dialog.getByRole('region').getByRole('group').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('button', { name: /Change 2|Изменить: 2/ })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
    })
  })
}
