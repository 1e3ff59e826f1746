/**
 * A reservation, by the whole platform: a resident reserves on a phone in three taps, somebody of the staff for another
 * person at a desk; both find it, and its code reaches the door and leaves it with a cancellation.
 */
import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { call, rowNamed, type Row } from './support/calls'
import { choose, open, rowWith, signedIn, signIn } from './support/console'
import { accountOf, simulator } from './support/platform'

const devices = simulator()
const run = Date.now().toString(36)
const names = { sauna: `Sauna ${run}`, room: `Meeting room ${run}`, rule: `Amenities ${run}` }
const door = { name: 'Building 2 lobby', serial: 'AA12-0004' }
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

test.describe.configure({ mode: 'serial' })

let admin: Page
let phone: Page
const made: Record<string, number> = {}

/** A zone in which it is night still: the last slot of today does not begin while the tests run. */
function morningZone(): string {
  const hours = 3 - new Date().getUTCHours()
  const east = hours < -11 ? hours + 24 : hours
  // POSIX has its signs the other way round.
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** A phone of somebody who is signed in. */
async function phoneOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, accountOf('user'))
  return page
}

test.beforeAll(async ({ browser }) => {
  await devices.online(door.serial)
  admin = await signedIn(browser, accountOf('administrator'))
  const group = await rowNamed(admin, 'domains', 'Riverside Residence')
  const device = await rowNamed(admin, 'devices', door.name)
  const rule = await call<Row>(admin, 'PUT', 'access-rules', {
    name: names.rule,
    devices: [{ id: device.id, lock_number: 1 }],
  })
  made['access-rules'] = rule.id
  for (const name of [names.sauna, names.room]) {
    const { id } = await call<Row>(admin, 'PUT', 'amenities', {
      name,
      domains: [{ id: group.id }],
      access_rules: [{ id: rule.id }],
      number_of_persons: { min: 1, max: 4 },
      time_slots: { duration: 3600, items: [{ days: DAYS, from: 0, to: 86_400 }] },
      horizon_days: 14,
      time_zone: morningZone(),
    })
    made[name] = id
  }
  phone = await phoneOf(browser)
})

test.afterAll(async () => {
  const { items } = await call<{ items: { id: number; status: string; amenity: Row }[] }>(
    admin,
    'GET',
    'amenity-reservations?size=100&sort=-id',
  )
  for (const { id, status, amenity } of items) {
    if (amenity.id !== made[names.sauna] && amenity.id !== made[names.room]) continue
    if (status === 'reserved' || status === 'active')
      await call(admin, 'POST', `amenity-reservations/${id}/cancel`, {})
    await call(admin, 'DELETE', `amenity-reservations/${id}`)
  }
  for (const name of [names.sauna, names.room])
    await call(admin, 'DELETE', `amenities/${made[name]}`)
  await call(admin, 'DELETE', `access-rules/${made['access-rules']}`)
  await phone.context().close()
  await admin.context().close()
})

/** Cards of the code that the door holds. */
const held = async () => (await devices.device(door.serial)).identifiers.items.length

test('a resident reserves on a phone in three taps', async () => {
  await phone.goto('/amenities/reservations/add')
  await expect(phone.getByRole('button', { name: names.sauna })).toBeVisible()
  await expectAccessible(phone, 'what can be reserved')
  // 1: what.
  await phone.getByRole('button', { name: names.sauna }).tap()
  await expect(phone.getByRole('button', { name: /4 of 4 free/ }).first()).toBeVisible()
  await expectAccessible(phone, 'free times on a phone')
  // 2: when.
  await phone
    .getByRole('button', { name: /4 of 4 free/ })
    .last()
    .tap()
  // 3: done.
  await phone.getByRole('button', { name: 'Reserve', exact: true }).tap()
  await expect(phone.getByText(`Reserved: ${names.sauna}`)).toBeVisible()
  await expect(phone).toHaveURL(/amenities\/reservations\/\d+\/edit/)
})

test('the staff sees it at once, and its code reaches the door', async () => {
  await open(admin, 'Reservations')
  await expect(rowWith(admin, names.sauna, 'Anna Petrova', 'Reserved')).toBeVisible()
  const code = async () => {
    const { items } = await call<{ items: { amenity: Row; identifier: Row | null }[] }>(
      admin,
      'GET',
      'amenity-reservations?size=20&sort=-id',
    )
    return items.find(({ amenity }) => amenity.id === made[names.sauna])?.identifier?.id
  }
  await expect.poll(code).toBeTruthy()
  const proof = async () => {
    const { items } = await call<{ items: { state: string }[] }>(
      admin,
      'GET',
      `identifiers/${await code()}/devices`,
    )
    return items.map(({ state }) => state)
  }
  await expect.poll(proof).toEqual(['held'])
})

test('the staff reserves for somebody else, whose open list shows it', async () => {
  await phone.goto('/amenities/reservations')
  await expect(phone.getByText(names.sauna).first()).toBeVisible()
  await admin.goto(`/amenities/reservations/add?amenity=${made[names.room]}`)
  await choose(admin, 'For whom (yourself if empty)', 'Anna Petrova')
  await admin.getByRole('button', { name: 'Next free' }).click()
  await expect(admin.getByRole('button', { name: 'Reserve', exact: true })).toBeEnabled()
  await expectAccessible(admin, 'reservation for somebody else')
  await admin.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(admin.getByText(`Reserved: ${names.room}`)).toBeVisible()
  // Pushed: nobody has loaded the page again.
  await expect(phone.getByText(names.room).first()).toBeVisible()
})

test('a resident cancels on the phone, the door forgets the code, and the open list of the staff shows it', async () => {
  const before = await held()
  await open(admin, 'Reservations')
  await expect(rowWith(admin, names.sauna, 'Anna Petrova', 'Reserved')).toBeVisible()
  await phone.goto('/amenities/reservations')
  await phone.getByRole('button', { name: `Actions: ${names.sauna}` }).tap()
  await phone.getByRole('menuitem', { name: 'Cancel reservation' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).tap()
  await expect(phone.getByText('The reservation is cancelled')).toBeVisible()
  await expect.poll(held).toBe(before - 1)
  await expect(rowWith(admin, names.sauna, 'Anna Petrova', 'Cancelled')).toBeVisible()
})
