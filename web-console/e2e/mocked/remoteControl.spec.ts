import { expect, test, type Page } from '@playwright/test'
import { enter } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerRemote, callOf } from './remoteControl'

const PAGE = '/devices/remote-control'

const password = (page: Page) => page.locator('#field-password')

async function begin(page: Page, words = 'demo') {
  await password(page).fill(words)
  await page.keyboard.press('Enter')
}

/** Remote control of a device, looked at and checked by axe. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('remote control', async ({ page }) => {
      const shoot = (name: string) => capture(page, `${look.name}-remote-${name}`)
      const remote = await answerRemote(page, { locale: look.locale })
      await enter(page)
      await page.goto(`${PAGE}?id=2`)
      await expect(password(page)).toBeFocused()
      await shoot('sign-in')
      remote.refusal = {
        message: 'device is remotely controlled by another user',
        code: 'remotely_controlled',
        data: { names: ['Ivan Sidorov'] },
      }
      await begin(page)
      await expect(page.getByText(/: Ivan Sidorov$/)).toBeVisible()
      await shoot('taken')
      remote.refusal = undefined
      await begin(page)
      await expect(page.getByText('3.14.2', { exact: true })).toBeVisible()
      await shoot('session')
      remote.isSilent = true
      await page.getByRole('button', { name: /Ask again|Спросить снова/ }).click()
      await expect(page.getByText(/does not answer|не отвечает/)).toBeVisible()
      await shoot('silent')
      await page.getByRole('button', { name: /^(close )?(End|Завершить)$/ }).click()
      await expect(page.getByRole('button', { name: /Begin again|Начать снова/ })).toBeVisible()
      await shoot('ended')
    })

    test('devices that cannot be controlled', async ({ page }) => {
      await answerRemote(page, { locale: look.locale })
      await enter(page)
      for (const [name, id] of [
        ['offline', 3],
        ['not-mqtt', 8],
      ] as const) {
        await page.goto(`${PAGE}?id=${id}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        await capture(page, `${look.name}-remote-${name}`)
      }
      await page.goto(PAGE)
      await capture(page, `${look.name}-remote-nothing`)
    })
  })
}

test.describe('what it does', () => {
  test('from the list to the device, its lock, and back; the session ends with the page', async ({
    page,
  }) => {
    const remote = await answerRemote(page)
    await enter(page)
    await page.goto('/devices')
    await page.getByRole('button', { name: 'Actions: North tower lobby' }).click()
    await page.getByRole('menuitem', { name: 'Remote control' }).click()
    await expect(page).toHaveURL(`${PAGE}?id=2`)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
    await expect(page.locator('#field-login')).toHaveValue('admin')
    await begin(page)
    await expect(page.getByRole('region', { name: 'Session' })).toContainText('AA14-0107')
    const opening = page.waitForRequest('**/api/v0/devices/2/open')
    await page.getByRole('region', { name: 'Locks' }).getByRole('button').nth(1).click()
    expect((await opening).postDataJSON()).toEqual({ lock_number: 2 })
    await expect(page.getByText('Opened: North tower lobby')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the device' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'North tower lobby' })).toBeVisible()
    await expect
      .poll(() => remote.sent.at(-1))
      .toEqual({ method: 'PATCH', body: { is_active: false } })
  })

  test('by keys alone: a wrong password, the right one, the end, and again', async ({ page }) => {
    await answerRemote(page)
    await enter(page)
    await page.goto(`${PAGE}?id=2`)
    await expect(password(page)).toBeFocused()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      'The device does not take this login and password',
    )
    await expect(password(page)).toBeFocused()
    // What was typed is selected.
    await page.keyboard.type('demo')
    await page.keyboard.press('Enter')
    const end = page.getByRole('button', { name: 'End' })
    await expect(end).toBeVisible()
    await end.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Begin again' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveValue('')
  })

  test('a page that goes away closes its session', async ({ page }) => {
    const remote = await answerRemote(page)
    await enter(page)
    await page.goto(`${PAGE}?id=2`)
    await begin(page)
    await expect(page.getByRole('region', { name: 'Session' })).toBeVisible()
    // Routes of a page end with it, so the test hears only of what is sent before.
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await expect
      .poll(() => remote.sent.at(-1))
      .toEqual({ method: 'PATCH', body: { is_active: false } })
  })

  test('kept alive each minute; one that is not there any more is told to have ended', async ({
    page,
  }) => {
    const remote = await answerRemote(page)
    await enter(page)
    await page.clock.install()
    await page.goto(`${PAGE}?id=2`)
    await begin(page)
    await expect(page.getByRole('region', { name: 'Session' })).toBeVisible()
    await page.clock.runFor(60_000)
    await expect
      .poll(() => remote.sent.at(-1))
      .toEqual({ method: 'PATCH', body: { is_active: true } })
    remote.isOver = true
    await page.clock.runFor(60_000)
    await expect(page.getByText('The session has ended by itself')).toBeVisible()
  })

  test('a device that comes online is controlled at once, and one that goes is said', async ({
    page,
  }) => {
    const remote = await answerRemote(page)
    let status = 'offline'
    await page.route(callOf('/devices/3'), async (route) => {
      const device = { id: 3, name: 'Bicycle room', type: 'panel', model: 'AA-12' }
      const info = { status, status_changed_at: null }
      await route.fulfill({
        json: { ...device, protocol: 'mqtt', serial_number: 'CR02-0003', device_info: info },
      })
    })
    await enter(page)
    await page.goto(`${PAGE}?id=3`)
    const dialog = page.getByRole('dialog', { name: 'The device is offline' })
    await expect(dialog).toBeVisible()
    await expect.poll(() => remote.socket.topics.has('devices')).toBe(true)
    status = 'online'
    remote.socket.push('devices', { type: 'device.status.changed', device_id: 3, status })
    await expect(dialog).toBeHidden()
    remote.refusal = { message: 'device is offline, cannot remote control', code: 'device_offline' }
    await page.locator('#field-login').fill('admin')
    await begin(page)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page).toHaveURL(/devices\/3\/edit/)
  })

  test('who may not edit devices has neither the action nor the page', async ({ page }) => {
    await answerRemote(page)
    await page.route('**/api/v0/profile', async (route) => {
      const answer = {
        id: 1,
        name: 'Anna Petrova',
        locale: 'en',
        role: { id: 1, name: 'Watcher', permissions: ['can_view_all_devices'] },
        domains: [],
        project: { id: 1, uid: 'p', name: 'Riverside', description: '' },
        license_info: { features: [] },
        locales: ['en', 'ru'],
        profile: { time_zone: 'Europe/Amsterdam', time_format: 'DD-MM-YYYY' },
      }
      await route.fulfill({ json: answer })
    })
    await enter(page)
    await page.goto('/devices')
    await page.getByRole('button', { name: 'Actions: North tower lobby' }).click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Remote control' })).toHaveCount(0)
    await page.goto(`${PAGE}?id=2`)
    await expect(page.getByText('403')).toBeVisible()
  })
})
