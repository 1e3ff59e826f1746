import { mkdirSync, writeFileSync } from 'node:fs'
import { NOW } from './clock'
import { expect, test, type Page } from '@playwright/test'
import { enter } from '../mocked/api'
import { answerWholeSite } from '../mocked/wholeSite'

const FOLDER = '../docs/tour'
/** Of WebP; letters stay sharp. */
const QUALITY = 0.82

interface Stop {
  name: string
  path: string
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

const STOPS: Stop[] = [
  { name: 'dashboard', path: '/home' },
  { name: 'person', path: '/users/2' },
  {
    name: 'give-access',
    path: '/users/2?dialog=give',
    prepare: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.locator('#field-card').fill('0013961169')
      await dialog.getByRole('combobox', { name: 'Doors' }).click()
      await page.getByTitle('North tower lobby').click()
      await dialog.getByRole('combobox', { name: 'When' }).click()
      await page.getByTitle('Weekdays 08:00–18:00').click()
      await expect(dialog).toContainText('may open North tower lobby')
    },
  },
  { name: 'door', path: '/devices/1' },
  { name: 'explain-access', path: '/access-check?user_id=5&device_id=1&lock_number=1' },
  { name: 'access-matrix', path: '/access-matrix' },
  {
    name: 'schedule',
    path: '/schedules/1/edit',
    prepare: async (page) => expect(page.locator('[data-stale=false] h3')).toBeVisible(),
  },
  { name: 'events', path: '/access-control/events' },
  { name: 'forwarding', path: '/forward-rules/1/edit' },
  { name: 'lift', path: '/elevators/4/edit' },
]

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of the tour, ${theme}`, async ({ page }) => {
    test.setTimeout(300_000)
    mkdirSync(FOLDER, { recursive: true })
    await page.clock.setFixedTime(NOW)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((mode) => {
      localStorage.setItem('theme', JSON.stringify(mode))
      localStorage.setItem('userLocale', '"en"')
    }, theme)
    const { unanswered } = await answerWholeSite(page)
    // The strip above every page is shown once, on the dashboard.
    await page.route('**/api/v0/notifications/unread', (route) =>
      new URL(page.url()).pathname === '/home'
        ? route.fallback()
        : route.fulfill({ json: { items: [], total: 0, important: [] } }),
    )
    await enter(page)
    for (const { name, path, prepare } of STOPS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(page.locator('.ant-skeleton, .ant-spin-spinning'), path).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      await prepare?.(page)
      await page.evaluate(() => document.fonts.ready)
      writeFileSync(`${FOLDER}/${name}-${theme}.webp`, await pictureOf(page))
    }
    expect(unanswered).toEqual([])
  })
}

/** What is seen, as WebP: a fifth of the bytes of a PNG. */
async function pictureOf(page: Page): Promise<Buffer> {
  const png = (await page.screenshot()).toString('base64')
  const webp = await page.evaluate(
    async ([data, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1]!
    },
    [png, QUALITY] as const,
  )
  return Buffer.from(webp, 'base64')
}
