import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../live/support/axe'
import { enter } from './api'
import { answerGuests, KEY } from './guests'
import { capture, LOOKS } from './looks'

/** Guest keys, the page of a key and the access matrix, looked at and checked by axe. */
const PAGES = [
  ['guest-keys', '/guest-access'],
  ['guest-key-drawer', '/guest-access?preview=2'],
  ['guest-key-share', '/guest-access?dialog=share:1'],
  ['guest-key-new', '/guest-access/add'],
  ['guest-key-form', '/guest-access/4/edit'],
  ['access-matrix', '/access-matrix'],
] as const

for (const look of LOOKS) {
  test(`guests in ${look.name}`, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      hasTouch: look.width < 400,
      timezoneId: 'Europe/Amsterdam',
      locale: look.locale === 'ru' ? 'ru-RU' : 'en-GB',
      colorScheme: look.theme,
    })
    const page = await context.newPage()
    await page.addInitScript(({ theme, locale }) => {
      localStorage.setItem('theme', JSON.stringify(theme))
      localStorage.setItem('userLocale', JSON.stringify(locale))
    }, look)
    await answerGuests(page, { locale: look.locale })
    await enter(page)
    for (const [name, path] of PAGES) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await capture(page, `${look.name}-${name}`)
    }
    await page.goto(`/guest-access/${KEY}`)
    await page.getByRole('button', { name: /Main gate/ }).click()
    await expect(page.getByText(/Open: go in|Открыто, входите/)).toBeVisible()
    await expectAccessible(page, `${look.name} page of a key`)
    await page.screenshot({ path: `e2e/shots/${look.name}-guest-page.png`, fullPage: true })
    await page.goto('/guest-access/unknown')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, `${look.name} page of an unknown key`)
    await page.screenshot({ path: `e2e/shots/${look.name}-guest-page-unknown.png` })
    await context.close()
  })
}

test.describe('what the pages do', () => {
  const open = async (page: Page, path: string) => {
    const sent = await answerGuests(page)
    await enter(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    sent.length = 0
    return sent
  }

  test('the_page_of_a_key_is_not_the_console_and_opens_nothing_by_itself', async ({ page }) => {
    const sent = await answerGuests(page)
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url())
    })
    await page.goto(`/guest-access/${KEY}`)
    const gate = page.getByRole('button', { name: /Main gate/ })
    await expect(gate).toBeVisible()
    await page.reload()
    await expect(gate).toBeVisible()
    expect(sent).toEqual([])
    expect(new Set(scripts).size).toBe(1)
    await gate.dblclick()
    await expect(page.getByText('Open: go in')).toBeVisible()
    expect(sent).toEqual([
      { call: `POST guest-access/${KEY}/open`, body: { device_token: 'gate' } },
    ])
  })

  test('the_matrix_draws_only_the_cells_in_sight_and_the_keyboard_reaches_the_others', async ({
    page,
  }) => {
    await open(page, '/access-matrix?fold=off')
    const grid = page.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-rowcount', '81')
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await grid.focus()
    await page.keyboard.press('Control+End')
    await expect(page.getByText('Bram de Vries 14')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/access-check\?user_id=80&device_id=10&lock_number=2/)
  })

  test('the_time_chooser_asks_for_a_half_hour_of_the_week', async ({ page }) => {
    await open(page, '/access-matrix')
    await page.getByRole('slider', { name: 'Time' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/at=\d{4}-\d\d-\d\dT\d\d%3A(00|30)%3A00.000Z/)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(page).toHaveURL(/access-matrix$/)
  })
})
