import { expect, test, type Page } from '@playwright/test'
import { ENTITY_PAGES } from './allPages'
import { enter } from './api'
import { answerLongList, SIZE } from './longList'
import { answerWholeSite } from './wholeSite'

/** A list of 500 people on one page. */
async function openLongList(page: Page): Promise<void> {
  await answerLongList(page)
  await enter(page)
  await page.goto(`/users?size=${SIZE}`)
  await expect(page.getByRole('link', { name: 'Person 1', exact: true })).toBeVisible()
}

test('of 500 rows only those in sight are in the document, and all of them are selected at once', async ({
  page,
}) => {
  await openLongList(page)
  const drawn = () => page.locator('tr[data-row]').count()
  expect(await drawn()).toBeLessThan(60)

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expect(page.getByText(/500 selected/).first()).toBeVisible()
  await page.mouse.move(700, 400)
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 120)
  await expect(page.getByRole('link', { name: 'Person 100', exact: true })).toBeVisible()
  await page.locator('#page').evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(page.getByRole('link', { name: 'Person 500', exact: true })).toBeVisible()
  expect(await drawn()).toBeLessThan(60)
})

test('a list is printed whole, without the shell and the controls around it', async ({ page }) => {
  await openLongList(page)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('tr[data-row]')).toHaveCount(SIZE)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the columns of every list fit a screen of 1440 pixels', async ({ page }) => {
  test.slow()
  await answerWholeSite(page)
  await enter(page)
  for (const path of [...Object.keys(ENTITY_PAGES), '/audit-events', '/call-history']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    const overflow = () =>
      page
        .locator('table tbody')
        .evaluateAll((bodies) =>
          Math.max(0, ...bodies.map((body) => body.scrollWidth - body.clientWidth)),
        )
    await expect.soft.poll(overflow, { message: path }).toBeLessThanOrEqual(1)
  }
})
