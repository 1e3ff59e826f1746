/**
 * Calls that the platform keeps: they wait with music, are taken, put on hold, resumed, taken by
 * another operator, and intercepted. Real sound throughout.
 */
import { expect, test, type Page } from '@playwright/test'
import { call } from './support/calls'
import { open, rowWith, signedIn } from './support/console'
import { VOICE } from './support/microphone'
import { named, Numbers, type SipNumber } from './support/numbers'
import { Operator } from './support/operator'
import { Panel } from './support/panel'
import { accountOf } from './support/platform'

test.describe.configure({ mode: 'default' })

/** What the platform plays (crates/call-sounds), in Hz. */
const QUEUE = 350
const HOLD = 440

const panel = new Panel('AA07-0002')
const ENTRANCE = 'Entrance A'
const BUILDING = 'Building 1'
const run = Date.now().toString(36)
const second = { name: `Vera ${run}`, email: `vera-${run}@vestibule.test` }

let admin: Page
let tom: Operator
let vera: Operator
let door: SipNumber
let desk: SipNumber

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  admin = await signedIn(browser, accountOf('administrator'))
  const numbers = new Numbers(admin)
  door = await numbers.ofDevice(ENTRANCE)
  desk = await numbers.ofUser('Tom Becker')
  const concierge = accountOf('concierge')
  await makeConcierge(concierge.password)
  await numbers.ofUser(second.name)
  tom = await Operator.start(browser, concierge)
  vera = await Operator.start(browser, { email: second.email, password: concierge.password })
  await panel.registered()
})

test.afterEach(async () => {
  await panel.hangUp()
  for (const operator of [tom, vera]) {
    await operator.hangUp()
    await expect(operator.card(door.number)).toHaveCount(0)
  }
})

test.afterAll(async () => {
  await tom.stop()
  await vera.stop()
  await admin.context().close()
})

test('a visitor waits with music, is talked to, put on hold, and talked to again', async () => {
  await panel.call(desk.number)
  await panel.talks()
  await panel.hears(QUEUE)

  await tom.accept(door.number)
  await panel.hears(VOICE)
  await tom.hears(await panel.tone())
  await tom.sees(door.number)

  await tom.press(door.number, 'Hold')
  await panel.hears(HOLD)
  await expect(tom.card(door.number)).toHaveAttribute('data-status', 'processed_paused')

  await tom.press(door.number, 'Resume')
  await tom.talks(door.number)
  await panel.hears(VOICE)
  await tom.hears(await panel.tone())

  const before = await panel.openings()
  await tom.press(door.number, 'Open the door')
  await expect.poll(() => panel.openings()).toBe(before + 1)
  await tom.press(door.number, 'Hang up')
  await panel.isIdle()
})

test('a call for help rings every operator, is marked, and becomes an alarm', async () => {
  await panel.call(desk.number, true)
  await panel.hears(QUEUE)
  for (const operator of [tom, vera]) {
    await expect(operator.card(door.number)).toContainText('SOS')
  }
  await vera.accept(door.number)
  await panel.hears(VOICE)

  await expect(tom.card(door.number)).toContainText('answered by another user', {
    ignoreCase: true,
  })
  await expect(tom.card(door.number).getByRole('button', { name: 'Accept' })).toBeHidden()
  await vera.press(door.number, 'Hold')
  await panel.hears(HOLD)
  await expect(tom.card(door.number)).toContainText('answered by another user', {
    ignoreCase: true,
  })

  await panel.hangUp()
  for (const operator of [tom, vera]) await expect(operator.card(door.number)).toBeHidden()
  await admin.goto('/devices/alarms-calls')
  await expect(rowWith(admin, door.number).first()).toBeVisible()
  await open(admin, 'Notifications')
  await expect(
    admin.getByRole('main').getByRole('listitem').filter({ hasText: 'SOS call' }).first(),
  ).toContainText(ENTRANCE)
})

test('an operator intercepts the calls to the flats of a building', async () => {
  const flat = await new Numbers(admin).ofUser('Grace Kim')
  const building = await named(admin, 'domains', BUILDING)
  await call(tom.page, 'POST', 'calls/interception', {
    is_active: true,
    domains: [building.id],
  })
  try {
    await panel.call(flat.number)
    await tom.accept(door.number)
    await panel.hears(VOICE)
    await expect(vera.card(door.number)).toHaveCount(0)
  } finally {
    await call(tom.page, 'POST', 'calls/interception', { is_active: false, domains: [] })
  }
})

test('a call that nobody takes goes on waiting until somebody does', async () => {
  await panel.call(desk.number)
  await panel.hears(QUEUE)
  await tom.press(door.number, 'Decline')
  await panel.hears(QUEUE)
  await tom.accept(door.number)
  await panel.hears(VOICE)
})

/** Another concierge of the building. */
async function makeConcierge(password: string): Promise<void> {
  const role = await named(admin, 'roles', 'concierge')
  const group = await named(admin, 'domains', BUILDING)
  await expect(async () => {
    const { name, email } = second
    const user = { name, email, password, is_active: true }
    await call(admin, 'PUT', 'users', {
      ...user,
      role: { id: role.id },
      domains: [{ id: group.id }],
    })
  }).toPass({ timeout: 120_000 })
}
