import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../live/support/axe'

const ALL_LOOKS = [
  { name: 'light-en', theme: 'light', locale: 'en', width: 1440 },
  { name: 'dark-ru', theme: 'dark', locale: 'ru', width: 1440 },
  { name: 'light-ru-phone', theme: 'light', locale: 'ru', width: 390 },
  { name: 'dark-en-phone', theme: 'dark', locale: 'en', width: 390 },
] as const

export type Look = (typeof ALL_LOOKS)[number]

/** What every page is looked at in; `LOOK=dark-ru` is one of them, and `LOOK=none` none: what pages do is tested without. */
export const LOOKS = ALL_LOOKS.filter(({ name }) => name === (process.env.LOOK ?? name))

/** Width, theme and language of the tests beside it. */
export function useLook(look: Look): void {
  // Every page is looked at by axe, which takes its time.
  test.describe.configure({ timeout: 300_000 })
  test.use({
    viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
    hasTouch: look.width < 400,
  })
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(({ theme, locale }) => {
      localStorage.setItem('theme', JSON.stringify(theme))
      localStorage.setItem('userLocale', JSON.stringify(locale))
    }, look)
  })
}

/** A picture in e2e/shots, and no accessibility fault on what it shows, but for what is left out. */
export async function capture(page: Page, name: string, ...leftOut: string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/This page has failed|Страница не сработала/)).toHaveCount(0)
  await expect(page.locator('.ant-skeleton')).toHaveCount(0)
  await expectAccessible(page, name, leftOut)
  await page.screenshot({ path: `e2e/shots/${name}.png` })
}
