import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS } from './looks'
import { answerSite } from './site'

/** Devices, tasks, events, notifications and the dashboard, looked at and checked by axe. */
const PAGES = {
  dashboard: [['home', '/home']],
  log: [
    ['access-events', '/access-control/events'],
    ['device-events', '/devices/events'],
    ['tasks', '/devices/tasks'],
  ],
  alarms: [
    ['alarms', '/devices/alarms'],
    ['alarm-log', '/devices/alarms?preview=902'],
    ['alarm-process', '/devices/alarms?dialog=process%3A901'],
    ['alarms-processed', '/devices/alarms?tab=processed'],
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
    ['device-page', '/devices/2'],
    ['device-general', '/devices/2/edit'],
    ['device-sip', '/devices/2/edit?tab=sip'],
    ['device-address', '/devices/2/edit?tab=address'],
    ['device-lift', '/devices/5/edit?tab=lift_controller'],
    // Without the feature that it needs.
    ['device-plates', '/devices/7/edit?tab=alpr_camera'],
  ],
  'what belongs to a device': [
    ['device-tasks-tab', '/devices/2/edit?tab=tasks'],
    ['device-refused', '/devices/2/edit?tab=syncErrors'],
    ['device-events-tab', '/devices/2/edit?tab=events'],
  ],
} as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    // Every page is looked at by axe, which takes its time.
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

    test('important notifications, closed and open', async ({ page }) => {
      const strip = page.getByRole('complementary', { name: /Important|Важные/ })
      await expect(strip).toBeVisible()
      await capture(page, `${look.name}-important`)
      await strip.getByRole('button', { name: /^Show|^Показать/ }).click()
      await capture(page, `${look.name}-important-open`)
      await page.getByRole('button', { name: /unread|непрочитан/i }).click()
      await expect(page.locator('.ant-popover')).toBeVisible()
      await capture(page, `${look.name}-bell`)
    })

    for (const [group, pages] of Object.entries(PAGES)) {
      test(group, async ({ page }) => {
        for (const [name, path] of pages) {
          await page.goto(path)
          await capture(page, `${look.name}-${name}`)
        }
      })
    }
  })
}
