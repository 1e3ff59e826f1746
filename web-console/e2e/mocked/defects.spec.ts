import { expect, test, type Page } from '@playwright/test'
import { answerAccess } from './access'
import { answer, enter, signInAs } from './api'
import { contrastOf } from './contrast'
import { answerSite } from './site'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('userLocale', '"en"'))
})

async function openAccess(page: Page, path: string) {
  const sent = await answerAccess(page)
  await page.route('**/api/v0/notifications/unread', (route) =>
    route.fulfill({ json: { items: [], total: 0, important: [] } }),
  )
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  sent.length = 0
  return sent
}

for (const theme of ['light', 'dark']) {
  test(`the words of every button of a dialog can be read in the ${theme} theme`, async ({
    page,
  }) => {
    await page.addInitScript((mode) => localStorage.setItem('theme', JSON.stringify(mode)), theme)
    await openAccess(page, '/access-rules/add')
    await page.getByRole('button', { name: 'Add doors' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Choose' })).toBeVisible()
    await expectReadable(page)
    await page.keyboard.press('Escape')
    await page.goto('/identifiers/1/edit')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectReadable(page)
  })
}

/** Buttons with words in the dialog that is open; WCAG AA wants 4.5. */
async function expectReadable(page: Page) {
  const buttons = page
    .getByRole('dialog')
    .getByRole('button')
    .filter({ hasText: /\p{L}{2}/u })
  await buttons.first().waitFor()
  await page.mouse.move(0, 0)
  for (const button of await buttons.all()) {
    const name = await button.innerText()
    await expect.poll(async () => contrastOf(page, button), { message: name }).toBeGreaterThan(4.5)
  }
}

test('a rule without doors is no success, and no error before doors could be chosen', async ({
  page,
}) => {
  await openAccess(page, '/access-rules/add')
  await expect(page.getByRole('note', { name: 'In words' })).toHaveAttribute('data-empty', 'true')
  await page.getByRole('button', { name: 'Add doors' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('#field-devices-error')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('#field-devices-error')).toBeVisible()
})

test('a revoked card says so, is not called active, and cannot be changed', async ({ page }) => {
  await openAccess(page, '/identifiers/4/edit')
  await expect(page.getByText(/^Revoked, for good/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Active' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('important notifications are one line that can be opened and acknowledged', async ({
  page,
}) => {
  const read: unknown[] = []
  await answerSite(page)
  await page.route('**/api/v0/notifications/read', async (route) => {
    read.push(route.request().postDataJSON())
    await route.fulfill({ json: { read: 1 } })
  })
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  const strip = page.getByRole('complementary', { name: 'Important notifications' })
  await expect(strip).toBeVisible()
  const height = async () => (await strip.boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(50)
  await strip.getByRole('button', { name: 'Show' }).click()
  await expect(strip.getByRole('listitem').first()).toBeVisible()
  await strip.getByRole('button', { name: 'Acknowledge all' }).click()
  await expect.poll(() => read.length).toBeGreaterThan(0)
  expect(read).not.toContainEqual({})
})

test('a record that is gone is said to be gone, with a way back', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups/999/edit')
  await expect(page.getByText('It is not here any more')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'To the list' }).click()
  await expect(page).toHaveURL(/\/groups$/)
})

test('a page begins at its top, and a step back leads to where the list was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 420 })
  await answer(page)
  await enter(page)
  await page.goto('/groups?size=50')
  const last = page.getByRole('link', { name: 'Flat 18', exact: true })
  await last.scrollIntoViewIfNeeded()
  const top = async () => page.locator('#page').evaluate((element) => element.scrollTop)
  const left = await top()
  expect(left).toBeGreaterThan(100)
  await last.click()
  await expect(page.locator('#field-name')).toHaveValue('Flat 18')
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(last).toBeVisible()
  await expect.poll(top).toBeGreaterThan(left - 40)
})

test('after / and Esc a letter is a command again', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups')
  await expect(page.getByRole('link', { name: 'Car park' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await expect(page.getByRole('searchbox', { includeHidden: true })).toHaveValue('')
})
