import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { answerAlerts } from './emergencyAlerts'
import { capture, LOOKS, useLook } from './looks'

/** Emergency alerts and their board, looked at and checked by axe. */
const PAGES = [
  ['alerts', '/emergency-alerts'],
  ['alert-drawer', '/emergency-alerts?preview=2'],
  ['alert', '/emergency-alerts/1/edit'],
  ['alert-running', '/emergency-alerts/2/edit'],
  ['alert-new', '/emergency-alerts/add'],
  ['alert-board', '/emergency-alerts/board?alert=2&run=9'],
] as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('emergency alerts', async ({ page }) => {
      await answerAlerts(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      for (const [name, path] of PAGES) {
        await page.goto(path)
        await capture(page, `${look.name}-${name}`)
      }
    })

    test('emergency alerts: nothing yet', async ({ page }) => {
      await answerAlerts(page, { locale: look.locale, isEmpty: true })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      await page.goto('/emergency-alerts')
      await capture(page, `${look.name}-empty-alerts`)
    })
  })
}

test('an alert is started by holding its button, and stopped at one press', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const sent = await answerAlerts(page)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/emergency-alerts')
  const row = page.getByRole('row', { name: /^.*Fire/ }).first()
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Start…' }).click()
  const hold = page.getByRole('dialog').getByRole('button', { name: /Hold for 2 seconds/ })
  await expect(hold).toBeVisible()
  await hold.hover()
  await page.mouse.down()
  await expect(page).toHaveURL(/board\?alert=1&run=10/)
  await page.mouse.up()
  expect(sent.at(-1)).toEqual({
    key: 'POST emergency-alerts/1/start',
    body: { drill_device_id: 0 },
  })
  await page.getByRole('button', { name: 'Release' }).click()
  await expect.poll(() => sent.at(-1)?.key).toBe('POST emergency-alerts/2/stop')
})

test('the_page_of_an_alert_starts_it_while_nothing_runs_and_ends_it_while_it_runs', async ({
  page,
}) => {
  const sent = await answerAlerts(page)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/emergency-alerts/2/edit')
  await expect(page.getByRole('button', { name: /Start/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Board', exact: true })).toHaveAttribute(
    'href',
    '/emergency-alerts/board?alert=2&run=9',
  )
  await page.getByRole('button', { name: 'Release' }).click()
  await expect.poll(() => sent.at(-1)?.key).toBe('POST emergency-alerts/2/stop')

  await page.goto('/emergency-alerts/1/edit')
  await expect(page.getByRole('button', { name: /Stop|Release/ })).toHaveCount(0)
  await expect(page.locator('.ant-btn-dangerous:enabled')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start: hold for 2 s' }).hover()
  await page.mouse.down()
  await expect(page).toHaveURL(/board\?alert=1&run=10/)
  await page.mouse.up()
})

test('the_menu_of_the_list_offers_what_the_state_of_an_alert_allows', async ({ page }) => {
  await answerAlerts(page)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/emergency-alerts')
  const isOff = async (row: string) => {
    await page.getByRole('button', { name: `Actions: ${row}` }).click()
    const menu = page.locator('.ant-dropdown:visible')
    const items = ['Start…', 'Stop', 'Board'].map((name) => menu.getByRole('menuitem', { name }))
    const off = await Promise.all(items.map((item) => item.getAttribute('aria-disabled')))
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    return off.map((value) => value === 'true')
  }
  expect(await isOff('Fire')).toEqual([false, true, true])
  expect(await isOff('Intruder in the house')).toEqual([true, false, false])
})
