import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../live/support/axe'
import { LOOKS } from './looks'

/** The reference of the API: a page beside the console, from the document that the gateway serves. */
const openapi = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')

const answerDocument = (page: Page) =>
  page.route('**/api/v0/openapi.json', (route) =>
    route.fulfill({ body: openapi, contentType: 'application/json' }),
  )

const PLACES = [
  ['overview', '/api-reference'],
  ['service', '/api-reference#/Identifiers'],
  ['operation', '/api-reference#/Users/createUser'],
  ['search', '/api-reference#?revoke'],
] as const

for (const look of LOOKS) {
  test(`the reference of the API in ${look.name}`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      colorScheme: look.theme === 'dark' ? 'light' : 'dark',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    // As the console keeps them: the page follows, whatever the machine prefers.
    await page.addInitScript(({ theme, locale }) => {
      localStorage.setItem('theme', JSON.stringify(theme))
      localStorage.setItem('userLocale', JSON.stringify(locale))
    }, look)
    await answerDocument(page)
    for (const [name, path] of PLACES) {
      await page.goto('about:blank')
      await page.goto(path)
      await expect(page.locator('main')).not.toHaveClass(/loading/)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await expectAccessible(page, `${look.name} ${name}`)
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, `${name} is wider than the window`).toBe(false)
      await page.screenshot({ path: `e2e/shots/${look.name}-api-reference-${name}.png` })
    }
    await context.close()
  })
}

test('an operation is found and opened with the keyboard alone', async ({ page }) => {
  await answerDocument(page)
  await page.goto('/api-reference')
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('devices {id}/open')
  const found = page.getByRole('link', { name: 'POST /api/v0/devices/{id}/open' })
  await found.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/Devices\/openLock$/)
  const operation = page.locator('#openLock')
  await expect(operation.getByText('can_edit_device', { exact: true })).toBeVisible()
  await expect(operation.getByText(/^curl -X POST/)).toBeVisible()
  await expect(operation.locator(':scope > summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(operation.getByText('can_edit_device', { exact: true })).toBeHidden()
})

test('a document that cannot be read is said, and read again', async ({ page }) => {
  let isAway = true
  await page.route('**/api/v0/openapi.json', (route) =>
    isAway
      ? route.fulfill({ status: 503, json: {} })
      : route.fulfill({ body: openapi, contentType: 'application/json' }),
  )
  await page.goto('/api-reference')
  await expect(page.getByRole('alert')).toHaveText('The document of the API cannot be read.')
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vestibule API reference')
})

test('the page has the theme that was chosen in the console, else that of the machine', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await answerDocument(page)
  await page.goto('/api-reference')
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await paper()).toBe('rgb(13, 18, 17)')
  await page.evaluate(() => localStorage.setItem('theme', '"light"'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await paper()).toBe('rgb(243, 241, 234)')
})
