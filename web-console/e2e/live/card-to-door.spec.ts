/**
 * A card, from the console to a door and back: the whole platform, simulated devices, and a person
 * at the console. The steps build on each other, so that one that fails ends the run. What they
 * make has names of its own, so that they can run again and again on the same site.
 */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { newCard } from './support/card'
import {
  choose,
  countLoads,
  newGuest,
  open,
  openFound,
  openNew,
  pick,
  rowWith,
  save,
  select,
  signIn,
} from './support/console'
import { lateEvening, workingNoon } from './support/moments'
import { accountOf, simulator } from './support/platform'

const devices = simulator()
const run = Date.now().toString(36)
const card = newCard()
const names = {
  group: `Flat ${run}`,
  user: `Nora ${run}`,
  card: `Card ${run}`,
  schedule: `Weekdays ${run}`,
  rule: `Rule ${run}`,
}
/** The door of the test: none of the demonstration's own rules is about it. */
const door = { name: 'Building 2 lobby', serial: 'AA12-0004' }
/** A device that is only taken away and brought back. */
const turnstile = { name: 'Office turnstile', serial: 'AA07-0005' }

test.describe.configure({ mode: 'serial' })

let page: Page

test.beforeAll(async ({ browser }) => {
  await devices.online(door.serial)
  await devices.online(turnstile.serial)
  page = await newGuest(browser)
})

test.afterAll(async () => {
  await devices.online(door.serial)
  await devices.online(turnstile.serial)
  await page.context().close()
})

test('1: the administrator signs in', async () => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expectAccessible(page, 'sign-in')
  await signIn(page, accountOf('administrator'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alex')
  await expectAccessible(page, 'dashboard')
})

test('2: the site is there: groups, users, devices online and offline', async () => {
  await open(page, 'Groups')
  await page.getByText('Tree', { exact: true }).click()
  await page.getByRole('button', { name: 'Groups inside Building 1' }).click()
  await expect(page.getByRole('link', { name: 'Entrance A' })).toBeVisible()
  await expectAccessible(page, 'tree of groups')

  await open(page, 'Users')
  await expect(rowWith(page, 'Anna Petrova')).toBeVisible()
  await expect(rowWith(page, 'Tom Becker')).toBeVisible()
  await expectAccessible(page, 'users')

  await open(page, 'Devices')
  const loads = countLoads(page)
  await expect(rowWith(page, door.name, 'AA-12', 'Online')).toBeVisible()
  await expect(rowWith(page, 'Bicycle room', 'CR-02BD', 'Online')).toBeVisible()
  await expect(rowWith(page, turnstile.name, 'AA-07', 'Online')).toBeVisible()
  await devices.offline(turnstile.serial)
  await expect(rowWith(page, turnstile.name, 'Offline')).toBeVisible()
  await expectAccessible(page, 'devices')
  await devices.online(turnstile.serial)
  await expect(rowWith(page, turnstile.name, 'Online')).toBeVisible()
  expect(loads()).toBe(0)
})

test('3a: a group, and a user in it, are made', async () => {
  await openNew(page, 'Groups', 'New group')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.group)
  await choose(page, 'Inside', 'Building 2')
  await select(page, 'Type', 'site')
  await expectAccessible(page, 'form of a group')
  await save(page, names.group)

  await openNew(page, 'Users', 'New user')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.user)
  await choose(page, 'Role', 'user')
  await choose(page, 'Groups', names.group, true)
  await expectAccessible(page, 'form of a user')
  await save(page, names.user)
})

test('3b: a card is made from its hexadecimal number, and shown in decimal', async () => {
  await openNew(page, 'Identifiers', 'New identifier')
  await page.getByRole('textbox', { name: 'Card number' }).fill(card.hex)
  await expect(page.getByRole('status').filter({ hasText: card.dec })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(names.card)
  await choose(page, 'Owner', names.user)
  await expectAccessible(page, 'form of an identifier')
  await save(page, names.card)
  await expect(rowWith(page, names.card, card.dec, names.user)).toBeVisible()
  await expectAccessible(page, 'identifiers')
})

test('3c: a schedule is made: weekdays from 8 to 18', async () => {
  await openNew(page, 'Schedules', 'New schedule')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.schedule)
  await page.getByRole('button', { name: 'Weekdays 8–18' }).click()
  await expect(page.getByRole('complementary', { name: 'The next four weeks' })).toContainText(
    /Weekdays.*08:00.*18:00/,
  )
  await expectAccessible(page, 'form of a schedule')
  await save(page, names.schedule)
  await expect(rowWith(page, names.schedule)).toContainText('Weekdays')
})

test('3d and 4: a rule becomes device tasks, which complete, and the door holds the card', async () => {
  const tasks = await page.context().newPage()
  await tasks.goto('/devices/tasks')
  await expect(tasks.getByRole('heading', { level: 1, name: 'Device tasks' })).toBeVisible()
  const before = await newestTask(tasks)
  // A tab that is hidden draws once a second.
  await page.bringToFront()
  const loads = countLoads(tasks)

  await openNew(page, 'Access rules', 'New access rule')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.rule)
  await page.getByRole('button', { name: 'Add doors' }).click()
  await pick(page.getByRole('dialog', { name: 'Doors' }), door.name, true)
  await select(page, `Lock of ${door.name}`, 'Lock 1')
  await choose(page, 'Users', names.user, true)
  await choose(page, 'Schedules', names.schedule, true)
  await expect(page.getByText(`${names.user} may open ${door.name} (lock 1)`)).toBeVisible()
  await expectAccessible(page, 'form of an access rule')
  await save(page, names.rule)
  await expect(rowWith(page, names.rule)).toContainText(door.name)
  await expectAccessible(page, 'access rules')

  await expectTask(tasks, before, 'Write schedules', 'Done')
  await expectTask(tasks, before, 'Write identifiers', 'Done')
  expect(loads()).toBe(0)
  await tasks.bringToFront()
  await expectAccessible(tasks, 'device tasks')
  await tasks.close()
  expect(await devices.holds(door.serial, card.dec)).toBe(true)
})

test('5: inside the schedule the door opens, outside it does not, and all see it at once', async () => {
  // Who watches doors is told of every opening once they ask for it.
  await page.goto('/notifications/settings')
  const everyOpening = page.getByRole('switch', { name: 'Identifier used', exact: true })
  await expect(everyOpening).toBeEnabled()
  // On a site that had the test before, they have asked already.
  if (!(await everyOpening.isChecked())) await everyOpening.click()
  await expect(everyOpening).toBeEnabled()
  await expect(everyOpening).toBeChecked()

  await open(page, 'Access events')
  await expectAccessible(page, 'access events')
  const dashboard = await page.context().newPage()
  await dashboard.goto('/home')
  await expect(dashboard.getByText('Live', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const loads = [countLoads(page), countLoads(dashboard)]

  const inside = await devices.present(door.serial, card.dec, workingNoon())
  expect(inside).toMatchObject({ granted: true })
  for (const screen of [page, dashboard]) {
    await expect(eventOf(screen, 'Granted')).toContainText(door.name)
  }
  const outside = await devices.present(door.serial, card.dec, lateEvening())
  expect(outside).toMatchObject({ granted: false, denial: 'outside_schedule' })
  for (const screen of [page, dashboard]) await expect(eventOf(screen, 'Denied')).toBeVisible()

  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  const latest = page.getByRole('region', { name: 'Notifications' })
  await expect(
    latest
      .getByRole('listitem')
      .filter({ hasText: 'Identifier used' })
      .filter({
        hasText: `${names.user} at ${door.name}`,
      }),
  ).toBeVisible()
  await expectAccessible(page, 'notifications dropdown')
  await expectAccessible(dashboard, 'dashboard with events')
  expect(loads.map((count) => count())).toEqual([0, 0])
  await page.keyboard.press('Escape')
  await dashboard.close()
})

test('6: a revoked card leaves the door, is denied, and its use is an important notification', async () => {
  const tasks = await page.context().newPage()
  await tasks.goto('/devices/tasks')
  await expect(tasks.getByRole('row').nth(1)).toBeVisible()
  const before = await newestTask(tasks)
  // A tab that is hidden draws once a second.
  await page.bringToFront()

  await openFound(page, 'Identifiers', names.card)
  await page.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: `Revoke ${names.card}?` })
  await expectAccessible(page, 'question before revoking')
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(`Revoked: ${names.card}`)).toBeVisible()

  await expectTask(tasks, before, 'Delete identifiers', 'Done')
  await tasks.close()
  expect(await devices.holds(door.serial, card.dec)).toBe(false)

  const visit = await devices.present(door.serial, card.dec, workingNoon())
  // The door does not know it any more and asks the platform, which says no.
  expect(visit).toMatchObject({ granted: false, denial: 'by_server' })
  const strip = page.getByRole('complementary', { name: 'Important notifications' })
  await strip.getByRole('button', { name: 'Show' }).click()
  const important = strip
    .getByRole('listitem')
    .filter({ hasText: `${names.user} at ${door.name}` })
    .first()
  await expect(important).toContainText('Revoked identifier used')
  await expectAccessible(page, 'important notification')

  await open(page, 'Notifications')
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Revoked identifier used' })
      .filter({ hasText: `${names.user} at ${door.name}` }),
  ).toContainText('Important')
  await expectAccessible(page, 'notifications')
  await open(page, 'Access events')
  await expect(eventOf(page, 'Denied').filter({ hasText: 'Revoked' })).toBeVisible()
})

test('7: a panel that was away converges, and what it kept arrives once each', async () => {
  const visitors = Array.from({ length: 5 }, () => newCard().dec)
  const replacement = newCard()
  await open(page, 'Devices')
  await devices.offline(door.serial)
  await expect(rowWith(page, door.name, 'Offline')).toBeVisible()
  for (const number of visitors) await devices.present(door.serial, number, workingNoon())
  const away = await devices.device(door.serial)
  expect(away.device.pending_events).toBe(visitors.length)

  await openNew(page, 'Identifiers', 'New identifier')
  await page.getByRole('textbox', { name: 'Card number' }).fill(replacement.dec)
  await expect(page.getByRole('status').filter({ hasText: replacement.hex })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${names.card} anew`)
  await choose(page, 'Owner', names.user)
  await save(page, `${names.card} anew`)
  await openFound(page, 'Access rules', names.rule)
  await page.getByRole('button', { name: `Remove ${names.schedule}` }).click()
  await save(page, names.rule)
  await open(page, 'Devices')
  await expect(rowWith(page, door.name, 'waiting')).toBeVisible()

  await devices.online(door.serial)
  await expect(rowWith(page, door.name, 'Online', 'Up to date')).toBeVisible()
  expect(await devices.holds(door.serial, replacement.dec)).toBe(true)
  expect(await devices.holds(door.serial, card.dec)).toBe(false)
  const anyTime = await devices.present(door.serial, replacement.dec, lateEvening())
  expect(anyTime).toMatchObject({ granted: true })

  await open(page, 'Access events')
  const list = page.getByRole('list', { name: 'Events, the newest first' })
  for (const number of visitors) {
    await expect(list.getByRole('listitem').filter({ hasText: number })).toHaveCount(1)
  }
  await expect.poll(async () => (await devices.device(door.serial)).device.pending_events).toBe(0)
  const { ledger } = await devices.device(door.serial)
  expect(new Set(ledger.promised)).toEqual(new Set(ledger.sent.map(({ id }) => id)))
})

/** The events of the test's user, or of the card, of a kind. */
const eventOf = (screen: Page, kind: string) =>
  screen
    .getByRole('list', { name: 'Events, the newest first' })
    .getByRole('listitem')
    .filter({ hasText: card.dec })
    .filter({ hasText: kind })
    .first()

/** The id of the newest task in the list; rows carry it. */
async function newestTask(tasks: Page): Promise<number> {
  const rows = tasks.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  return Math.max(...(await taskIds(tasks)))
}

const taskIds = (tasks: Page) =>
  tasks
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row'))))

/** A task of the test's door that is newer than `after` comes to this status. */
async function expectTask(tasks: Page, after: number, kind: string, status: string) {
  await expect
    .poll(async () => {
      const rows = rowWith(tasks, kind, door.name, status)
      const ids = await rows.evaluateAll((found) =>
        found.map((row) => Number(row.getAttribute('data-row'))),
      )
      return ids.some((id) => id > after)
    })
    .toBe(true)
}
