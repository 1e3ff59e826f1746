/**
 * Calls between browsers and door panels, with sound and picture: Chromium on one side, baresip by
 * the simulator on the other, Kamailio, rtpengine and the platform between them. Everybody says a
 * tone of their own, so that what is heard tells who speaks.
 */
import { expect, test } from '@playwright/test'
import { open, rowWith, signedIn } from './support/console'
import { VOICE } from './support/microphone'
import { Numbers, type SipNumber } from './support/numbers'
import { Operator } from './support/operator'
import { crashProgram, Panel } from './support/panel'
import { accountOf } from './support/platform'

test.describe.configure({ mode: 'default' })

/** The panel at Anna's entrance. */
const panel = new Panel('AA07-0002')
const ENTRANCE = 'Entrance A'

let admin: Operator['page']
let numbers: Numbers
let anna: Operator
let door: SipNumber
let own: SipNumber

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  admin = await signedIn(browser, accountOf('administrator'))
  numbers = new Numbers(admin)
  door = await numbers.ofDevice(ENTRANCE)
  own = await numbers.ofUser('Anna Petrova')
  anna = await Operator.start(browser, accountOf('user'))
  await panel.registered()
})

test.afterEach(async () => {
  await anna.hangUp()
  await panel.hangUp()
})

test.afterAll(async () => {
  await anna.stop()
  await admin.context().close()
})

test('a panel calls a flat: both hear each other, the flat sees who is there', async () => {
  await panel.call(own.number)
  await anna.accept(door.number)
  await panel.talks()
  await anna.hears(await panel.tone())
  await panel.hears(VOICE)
  await anna.sees(door.number)

  await anna.press(door.number, 'Mute microphone')
  await expect.poll(async () => (await panel.line()).hears?.frequency).not.toBe(VOICE)
  await anna.press(door.number, 'Mute microphone')
  await panel.hears(VOICE)

  await anna.press(door.number, 'Hang up')
  await panel.isIdle()
  await expect(anna.card(door.number)).toBeHidden()
  await open(admin, 'Call history')
  await expect(rowWith(admin, door.number, own.number).first()).toContainText('Answered')
})

test('a flat calls the panel and sees and hears the door', async () => {
  await anna.dial(door.number)
  await anna.talks(door.number)
  await panel.talks()
  await panel.hears(VOICE)
  await anna.hears(await panel.tone())
  await panel.hangUp()
  await expect(anna.card(door.number)).toBeHidden()
})

test('the hash opens the door, and the events tell who opened', async () => {
  const before = await panel.openings()
  await panel.call(own.number)
  await anna.accept(door.number)
  await panel.talks()
  await anna.press(door.number, 'Open the door')
  await expect.poll(() => panel.openings()).toBe(before + 1)

  await open(admin, 'Access events')
  const events = admin.getByRole('list', { name: 'Events, the newest first' })
  const opened = events.getByRole('listitem').filter({ hasText: ENTRANCE }).first()
  await expect(opened).toContainText('Opened by whoever was called')
})

test('a call that is declined is over at the door, and missed', async () => {
  await panel.call(own.number)
  await anna.press(door.number, 'Decline')
  await panel.isIdle()
  expect((await panel.line()).last).toMatchObject({ number: own.number, answered: false })
})

test('a visitor who gives up ends the ringing', async () => {
  await panel.call(own.number)
  await expect(anna.card(door.number)).toHaveAttribute('data-status', 'calling')
  await panel.hangUp()
  await expect(anna.card(door.number)).toBeHidden()
})

test('a number that is switched off is not called', async () => {
  const other = await numbers.ofUser('Grace Kim')
  await numbers.change(other.id, { is_active: false })
  try {
    await anna.dial(other.number)
    await expect(anna.over(other.number)).toBeVisible()
    await panel.call(other.number)
    await panel.isIdle()
    expect((await panel.line()).last).toMatchObject({ number: other.number, answered: false })
  } finally {
    await numbers.change(other.id, { is_active: true })
  }
})

test('nobody calls the own number', async () => {
  await anna.dial(own.number)
  await expect(anna.page.getByText('unable to call your number')).toBeVisible()
})

test('a call survives the death of the program', async () => {
  await panel.call(own.number)
  await anna.accept(door.number)
  await panel.talks()
  await panel.hears(VOICE)
  await crashProgram()

  await panel.hears(VOICE)
  await anna.hears(await panel.tone())
  const before = await panel.openings()
  await anna.press(door.number, 'Open the door')
  await expect.poll(() => panel.openings()).toBe(before + 1)
  await anna.press(door.number, 'Hang up')
  await panel.isIdle()
  await open(admin, 'Call history')
  await expect(rowWith(admin, door.number, own.number).first()).toContainText('Answered')
})
