import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS } from './looks'
import { answerSite } from './site'

/** Finding devices, changing their protocol, and what a panel calls: looked at and checked by axe. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.slow()
    test.use({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      hasTouch: look.width < 400,
    })

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(({ theme, locale }) => {
        localStorage.setItem('theme', JSON.stringify(theme))
        localStorage.setItem('userLocale', JSON.stringify(locale))
      }, look)
      await answerSite(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
    })

    test('a search, its devices and what became of them', async ({ page }) => {
      // This browser began it a while ago.
      await page.evaluate(() => localStorage.setItem('deviceSearchBegunAt', String(Date.now())))
      await page.goto('/devices/search')
      await expect(page.getByText('b4d0c1a7')).toBeVisible()
      await capture(page, `${look.name}-device-search`)
      await page.getByRole('checkbox', { name: /b4d0c1a7/ }).check()
      await expect(page.getByRole('checkbox', { name: /ee00aa12/ })).toBeDisabled()
      await expect(page.getByRole('checkbox', { name: /b4d0c177/ })).toBeDisabled()
    })

    test('the numbers of apartments, and the state of a device', async ({ page }) => {
      await page.goto('/devices/2/edit?tab=forwards')
      await expect(page.getByText('03-01')).toBeVisible()
      await capture(page, `${look.name}-device-forwards`)
      await page.goto('/devices/2')
      await capture(page, `${look.name}-device-health`)
    })
  })
}

test('no_search_is_asked_for_where_this_browser_has_begun_none', async ({ page }) => {
  await answerSite(page)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v0/devices/search') asked.push(request.method())
  })
  await page.goto('/devices/search')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
})
