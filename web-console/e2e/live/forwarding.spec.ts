/** Calls that go on to somebody else: to the next of a queue, and outside through a trunk. */
import { expect, test, type Page } from '@playwright/test'
import { call } from './support/calls'
import { signedIn } from './support/console'
import { VOICE } from './support/microphone'
import { named, Numbers, type SipNumber } from './support/numbers'
import { Operator } from './support/operator'
import { Panel } from './support/panel'
import { accountOf } from './support/platform'
import { Provider } from './support/provider'

test.describe.configure({ mode: 'default' })

const panel = new Panel('AA07-0002')
const SITE = 'Riverside Residence'
const OUTSIDE = '+31201234567'

let admin: Page
let numbers: Numbers
let anna: Operator
let ivan: Operator
let door: SipNumber

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  admin = await signedIn(browser, accountOf('administrator'))
  numbers = new Numbers(admin)
  door = await numbers.ofDevice('Entrance A')
  for (const name of ['Anna Petrova', 'Ivan Petrov']) await numbers.ofUser(name)
  const account = accountOf('user')
  anna = await Operator.start(browser, account)
  ivan = await Operator.start(browser, { ...account, email: 'ivan@vestibule.test' })
  await panel.registered()
})

test.afterEach(async () => {
  for (const operator of [anna, ivan]) await operator.hangUp()
  await panel.hangUp()
})

test.afterAll(async () => {
  await anna.stop()
  await ivan.stop()
  await admin.context().close()
})

test('a flat whose first phone is not answered rings the second', async () => {
  const [first, next] = [await numbers.ofUser('Anna Petrova'), await numbers.ofUser('Ivan Petrov')]
  const flat = await numbers.make({
    name: 'Flat that forwards',
    domain: { id: (await named(admin, 'domains', 'Apartment 01')).id },
    forward_mode: 'manual',
    forward_rules: [queue(first.number), queue(next.number)],
  })
  try {
    await panel.call(flat.number)
    await expect(anna.card(door.number)).toHaveAttribute('data-status', 'calling')
    await expect(ivan.card(door.number)).toHaveCount(0)
    await ivan.accept(door.number)
    await expect(anna.card(door.number)).toBeHidden()
    await panel.hears(VOICE)
    await ivan.hears(await panel.tone())
  } finally {
    await panel.hangUp()
    await numbers.remove(flat.id)
  }
})

test('a number outside is called through the trunk of the site', async () => {
  const provider = await Provider.start()
  const site = await named(admin, 'domains', SITE)
  const trunk = await call<{ id: number }>(admin, 'PUT', 'sip-trunks', {
    name: 'Provider of the test',
    outgoing_number: '+31207654321',
    termination_uri: `sip:127.0.0.1:${provider.port};transport=udp`,
    domains: [{ id: site.id }],
  })
  try {
    await call(admin, 'PATCH', `domains/${site.id}`, {
      sip_trunk: { is_enabled: true, outgoing_number: '+31207654321' },
    })
    await expect(async () => {
      await anna.dial(OUTSIDE)
      await anna.talks(OUTSIDE)
    }).toPass({ timeout: 120_000 })
    // The provider says back what it hears.
    await anna.hears(VOICE)
    await anna.press(OUTSIDE, 'Hang up')
    expect(await provider.done()).toBe(0)
  } finally {
    provider.stop()
    await call(admin, 'DELETE', `sip-trunks/${trunk.id}`)
  }
})

/** Rings for five seconds; the next begins when this one stops. */
const queue = (number: string) => ({
  numbers: [number],
  params: {
    timeout: 5,
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    trunk_numbers: [],
  },
  redirect_if_no_answer: { is_immediately: false, timeout: 0 },
  redirect_if_error: { enabled: true, timeout: 0 },
})
