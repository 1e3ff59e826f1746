import { expect, test, type Page } from '@playwright/test'
import { users } from './accessData'
import { ENTITY_PAGES } from './allPages'
import { enter } from './api'
import { answerPeople } from './people'
import { answerWholeSite } from './wholeSite'

const SIZE = 500

/** A list of 500 people on one page. */
async function openLongList(page: Page): Promise<void> {
  await answerPeople(page)
  const items = Array.from({ length: SIZE }, (_, at) => ({
    ...users[at % users.length]!,
    id: at + 1,
    name: `Person ${at + 1}`,
  }))
  await page.route(/\/api\/v0\/users(\?|$)/, (route) =>
    route.fulfill({ json: { items, total: SIZE, page: 1, size: SIZE } }),
  )
  await enter(page)
  await page.goto(`/users?size=${SIZE}`)
  await expect(page.getByRole('link', { name: 'Person 1', exact: true })).toBeVisible()
}

/** Tasks of the page's thread over 50 ms while something is done, in milliseconds. */
async function longTasksOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const found: number[] = []
    Object.assign(window, { found })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration))
    }).observe({ type: 'longtask' })
  })
  await act()
  // What is drawn after the last input counts too.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 100))
      }),
  )
  return page.evaluate(() => (window as unknown as { found: number[] }).found)
}

test('of 500 rows only those in sight are in the document, and all of them are selected at once', async ({
  page,
}) => {
  await openLongList(page)
  const drawn = () => page.locator('tr[data-row]').count()
  expect(await drawn()).toBeLessThan(80)

  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  const selecting = await longTasksOf(page, async () => {
    await all.check()
    await expect(page.getByText(/500 selected/).first()).toBeVisible()
  })
  const scrolling = await longTasksOf(page, async () => {
    await page.mouse.move(700, 400)
    for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 120)
    await expect(page.getByRole('link', { name: 'Person 100', exact: true })).toBeVisible()
  })
  const jumping = await longTasksOf(page, async () => {
    await page.locator('#page').evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(page.getByRole('link', { name: 'Person 500', exact: true })).toBeVisible()
  })
  expect(await drawn()).toBeLessThan(80)
  const figures = `500 rows: tasks over 50 ms while selecting all: [${selecting.join(', ')}], while scrolling by the wheel: [${scrolling.join(', ')}], while jumping to the end: [${jumping.join(', ')}]`
  test.info().annotations.push({ type: 'long tasks', description: figures })
  process.stdout.write(`${figures}\n`)
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
