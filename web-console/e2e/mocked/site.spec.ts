import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { answerSite } from './site'

/** Devices, tasks, events, notifications and the dashboard, looked at and checked by axe. */
const LOOKS = [
  { name: 'light-en', theme: 'light', locale: 'en', width: 1440 },
  { name: 'dark-ru', theme: 'dark', locale: 'ru', width: 1440 },
  { name: 'light-ru-phone', theme: 'light', locale: 'ru', width: 390 },
  { name: 'dark-en-phone', theme: 'dark', locale: 'en', width: 390 },
] as const

const PAGES = {
  dashboard: [['home', '/home']],
  log: [
    ['access-events', '/access-control/events'],
    ['device-events', '/devices/events'],
    ['tasks', '/devices/tasks'],
  ],
  notifications: [
    ['notifications', '/notifications?type=all'],
    ['notification-settings', '/notifications/settings'],
  ],
  devices: [
    ['devices', '/devices'],
    ['device-drawer', '/devices?preview=2'],
    ['device-new', '/devices/add'],
  ],
  'a device': [
    ['device-general', '/devices/2/edit'],
    ['device-sip', '/devices/2/edit?tab=sip'],
    ['device-address', '/devices/2/edit?tab=address'],
    ['device-lift', '/devices/5/edit?tab=lift_controller'],
  ],
  'what belongs to a device': [
    ['device-tasks-tab', '/devices/2/edit?tab=tasks'],
    ['device-refused', '/devices/2/edit?tab=syncErrors'],
    ['device-events-tab', '/devices/2/edit?tab=events'],
  ],
} as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
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

    test('important notifications pop up', async ({ page }) => {
      const popups = page.getByRole('complementary', { name: /Important|Важные/ })
      await expect(popups).toBeVisible()
      await capture(page, `${look.name}-popups`)
      await popups.getByRole('button', { name: /Hide all|Скрыть все/ }).click()
      await expect(popups).toBeHidden()
      await page.getByRole('button', { name: /unread|непрочитан/i }).click()
      await expect(page.locator('.ant-popover')).toBeVisible()
      await capture(page, `${look.name}-bell`)
    })

    for (const [group, pages] of Object.entries(PAGES)) {
      test(group, async ({ page }) => {
        // The popups would cover the pages.
        await page.evaluate(() => localStorage.setItem('importantHiddenUpTo', '999'))
        for (const [name, path] of pages) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('.ant-skeleton')).toHaveCount(0)
          await capture(page, `${look.name}-${name}`)
        }
      })
    }
  })
}

/** A picture in e2e/shots, and no accessibility fault on what it shows. */
async function capture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return iterations === Infinity || animation.playState !== 'running'
    }),
  )
  await page.screenshot({ path: `e2e/shots/${name}.png` })
  const { violations } = await new AxeBuilder({ page })
    .exclude('.ant-table-measure-row')
    // antd puts the button of the tabs that do not fit inside the list of tabs.
    .exclude('.ant-tabs-nav')
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect.soft(found, name).toEqual([])
}
