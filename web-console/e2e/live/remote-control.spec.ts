/** A device is controlled from afar: from its own page, with its own password, to its lock. */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { open, rowWith, signedIn } from './support/console'
import { accountOf, simulator } from './support/platform'

const devices = simulator()
const door = { name: 'Building 2 lobby', serial: 'AA12-0004' }
/** Of every simulated device (tools/device-simulator/README.md). */
const page = { login: 'admin', password: '123456' }

test.describe.configure({ mode: 'serial' })

let admin: Page

test.beforeAll(async ({ browser }) => {
  await devices.online(door.serial)
  admin = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await devices.online(door.serial)
  await admin.context().close()
})

const signIn = async (password: string) => {
  await admin.getByLabel('Login').fill(page.login)
  await admin.getByLabel('Password').fill(password)
  await admin.getByRole('button', { name: 'Begin' }).click()
}

test('a wrong password is refused by the device, the right one opens its lock', async () => {
  await open(admin, 'Devices')
  await expect(rowWith(admin, door.name, 'Online')).toBeVisible()
  await admin.getByRole('link', { name: door.name }).click()
  await expect(admin.getByRole('heading', { level: 1, name: door.name })).toBeVisible()
  await admin.getByRole('button', { name: 'Actions' }).click()
  await admin.getByRole('menuitem', { name: 'Remote control' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(`Remote control: ${door.name}`)
  await signIn('654321')
  await expect(admin.getByRole('alert')).toContainText('does not take this login and password')

  await signIn(page.password)
  const session = admin.getByRole('region', { name: 'Session' })
  await expect(session).toContainText('Under way')
  await expect(session).toContainText(door.serial)
  await expect(session).toContainText('1.0.0-simulated')
  await expectAccessible(admin, 'remote control')
  await admin.getByRole('region', { name: 'Locks' }).getByRole('button').first().click()
  await expect(admin.getByText(`Opened: ${door.name}`)).toBeVisible()
})

test('a device that goes is said, and the session goes on when it is back', async () => {
  const session = admin.getByRole('region', { name: 'Session' })
  const lock = admin.getByRole('region', { name: 'Locks' }).getByRole('button').first()
  await devices.offline(door.serial)
  await expect(session).toContainText('Offline')
  await expect(lock).toBeDisabled()
  await admin.getByRole('button', { name: 'Ask again' }).click()
  await expect(session).toContainText('The device does not answer')
  await devices.online(door.serial)
  await expect(session).toContainText('Online')
  await admin.getByRole('button', { name: 'Ask again' }).click()
  await expect(session).toContainText('1.0.0-simulated')
})

test('it is ended, and stands in the audit log', async () => {
  await admin.getByRole('button', { name: 'End' }).click()
  await expect(admin.getByText('The session is over')).toBeVisible()
  await admin.goto('/audit-events')
  for (const words of ['Remote control refused', 'Remote control begun', 'Remote control ended']) {
    await expect(rowWith(admin, words, door.name).first()).toBeVisible()
  }
})

test('a device that is offline is not controlled', async () => {
  await devices.offline(door.serial)
  await admin.goto('/devices')
  await expect(rowWith(admin, door.name, 'Offline')).toBeVisible()
  await admin.getByRole('button', { name: `Actions: ${door.name}` }).click()
  await admin.getByRole('menuitem', { name: 'Remote control' }).click()
  const dialog = admin.getByRole('dialog', { name: 'The device is offline' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.getByRole('heading', { level: 1, name: door.name })).toBeVisible()
})
