/** A resident lets in a courier: a key made in the console, its page on a telephone, and a simulated door. */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { choose, newGuest, openNew, pick, rowWith, save, select, signedIn } from './support/console'
import { accountOf, simulator } from './support/platform'

const devices = simulator()
const run = Date.now().toString(36)
const names = { rule: `Guests ${run}`, key: `Courier ${run}` }
/** The door of the test: none of the demonstration's own rules is about it. */
const door = { name: 'Building 2 lobby', serial: 'AA12-0004' }
/** What the door reports when the platform has opened it. */
const OPENED = 'access_granted_by_api_call'

test.describe.configure({ mode: 'serial' })

let resident: Page
let courier: Page
let link = ''

test.beforeAll(async ({ browser }) => {
  await devices.online(door.serial)
  resident = await signedIn(browser, accountOf('user'))
  courier = await newGuest(browser)
})

test.afterAll(async () => {
  await resident.context().close()
  await courier.context().close()
})

/** How often the platform has opened the door. */
const openings = async () =>
  (await devices.events(door.serial)).filter(({ code }) => code === OPENED).length

test('a rule names the resident, who may hand it on', async ({ browser }) => {
  const admin = await signedIn(browser, accountOf('administrator'))
  await openNew(admin, 'Access rules', 'New access rule')
  await admin.getByRole('textbox', { name: 'Name' }).fill(names.rule)
  await admin.getByRole('button', { name: 'Add doors' }).click()
  await pick(admin.getByRole('dialog', { name: 'Doors' }), door.name, true)
  await select(admin, `Lock of ${door.name}`, 'Lock 1')
  await choose(admin, 'Users', 'Anna Petrova', true)
  await save(admin, names.rule)
  await admin.context().close()
})

test('the resident makes a key for a courier and has its link', async () => {
  await openNew(resident, 'Guest access', 'New guest key')
  const own = resident.getByRole('checkbox', { name: names.rule })
  await expect(own).toBeChecked()
  for (const other of await resident
    .getByRole('group', { name: 'Doors' })
    .getByRole('checkbox')
    .all()) {
    if (await other.isChecked()) await other.uncheck()
  }
  await own.check()
  await resident.getByRole('textbox', { name: 'Name' }).fill(names.key)
  await expect(resident.getByRole('note', { name: 'In words' })).toContainText(
    `Opens ${names.rule}`,
  )
  await expectAccessible(resident, 'form of a guest key')
  await save(resident, names.key)
  const sheet = resident.getByRole('dialog', { name: `Share: ${names.key}` })
  link = (await sheet.getByRole('link', { name: /guest-access/ }).getAttribute('href')) ?? ''
  await expectAccessible(resident, 'share sheet')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(rowWith(resident, names.key, 'Live', 'Not used yet', '0 / 1')).toBeVisible()
})

test('its page opens the door once for each press, and nothing before', async () => {
  const before = await openings()
  await courier.goto(new URL(link).pathname)
  const button = courier.getByRole('button', { name: new RegExp(door.name) })
  await expect(button).toBeVisible()
  await courier.reload()
  await expect(button).toBeVisible()
  await expectAccessible(courier, 'page of a guest key')
  expect(await openings()).toBe(before)

  const sent = courier.waitForRequest((each) => each.method() === 'POST')
  await button.dblclick()
  await expect(courier.getByText('Open: go in')).toBeVisible()
  await expect.poll(openings).toBe(before + 1)

  // The same token again has the first result and opens nothing.
  const request = await sent
  const again = await courier.request.post(request.url(), {
    data: request.postDataJSON() as object,
  })
  expect(again.status()).toBe(200)
  expect(await again.json()).toMatchObject({ opened: true })
  expect(await openings()).toBe(before + 1)
  await expect(rowWith(resident, names.key, '1 / 1')).toBeVisible()
})

test('a key that is stopped opens nothing', async () => {
  await resident.getByRole('button', { name: `Actions: ${names.key}` }).click()
  await resident.getByRole('menuitem', { name: 'Stop' }).click()
  await expect(resident.getByText(`Will be stopped for good in 5 s: ${names.key}`)).toBeVisible()
  await expect(rowWith(resident, names.key)).toBeHidden()
  await courier.reload()
  await expect(courier.getByText('This key does not open anything')).toBeVisible()
})
