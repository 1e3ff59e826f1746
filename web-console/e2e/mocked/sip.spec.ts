import { expect, test, type Browser, type Page } from '@playwright/test'
import { signInAs } from './api'
import { answerPhone } from './phone'
import { credentials } from './phoneData'
import { SipSwitch } from './sipSwitch'

/** Two consoles with JsSIP and real media, and between them a switch that only hands on. */
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
})

async function console(browser: Browser, number: string, sip: SipSwitch): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await answerPhone(page, { hasRealSip: true })
  await page.route('**/api/v0/calls/credentials', (route) =>
    route.fulfill({ json: { ...credentials, number } }),
  )
  await sip.attach(page, number)
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = []
    Object.assign(window, { peers })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        peers.push(this)
      }
    }
  })
  await signInAs(page)
  await expect(button(page)).toHaveAttribute('data-status', 'registered')
  return page
}

const button = (page: Page) => page.getByRole('button', { name: 'Phone', exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Phone', exact: true })
const card = (page: Page, number: string) =>
  panel(page).getByRole('article', { name: new RegExp(`^${number}`) })
const press = (page: Page, number: string, name: string) =>
  card(page, number).getByRole('button', { name, exact: true }).click()

/** Packets of sound that have come in by now. */
const heard = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    const reports = await peers.at(-1)?.getStats()
    const found = [...(reports?.values() ?? [])] as Record<string, unknown>[]
    const sound = found.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')
    return Number(sound?.packetsReceived ?? 0)
  })

const expectSound = (page: Page) => expect.poll(() => heard(page)).toBeGreaterThan(50)

async function dial(page: Page, number: string, name = 'Call'): Promise<void> {
  if (!(await panel(page).isVisible())) await button(page).click()
  await panel(page).getByRole('tab', { name: 'Keypad' }).click()
  await panel(page).getByRole('textbox', { name: 'Number' }).fill(number)
  await panel(page).getByRole('button', { name, exact: true }).click()
}

test('a call with sound both ways, the tone of the door, and its end', async ({ browser }) => {
  const sip = new SipSwitch()
  const [anna, tom] = await Promise.all([
    console(browser, '2012', sip),
    console(browser, '2013', sip),
  ])
  await dial(anna, '2013')
  await expect(card(anna, '2013')).toHaveAttribute('data-status', 'calling')
  await tom
    .getByRole('complementary', { name: 'Calls now' })
    .getByRole('button', { name: 'Accept', exact: true })
    .click()
  for (const [page, number] of [
    [anna, '2013'],
    [tom, '2012'],
  ] as const) {
    await expect(card(page, number)).toHaveAttribute('data-status', 'active')
    await expectSound(page)
  }
  await press(tom, '2012', 'Open the door')
  await expect.poll(() => sip.seen).toContain('2013 INFO')
  expect(sip.texts.find((text) => text.startsWith('INFO '))).toMatch(/Signal=#\r\nDuration=160/)

  await press(tom, '2012', 'Hang up')
  await expect(card(anna, '2013')).toHaveAttribute('data-status', 'destroyed')
  await expect(card(anna, '2013')).toHaveCount(0)
})

test('a call that the platform keeps is held by BYE and joined by its id', async ({ browser }) => {
  const sip = new SipSwitch()
  sip.headers = { 'X-Speech-Id': '7-1', 'X-Speech-Type': 'awaiting', 'X-Sos': '1' }
  const [anna, tom] = await Promise.all([
    console(browser, '2012', sip),
    console(browser, '2013', sip),
  ])
  await dial(anna, '2013', 'Video call')
  await button(tom).click()
  await expect(card(tom, '2012')).toContainText('SOS')
  await press(tom, '2012', 'Accept')
  await expectSound(tom)
  await expect(card(tom, '2012').getByRole('button', { name: 'Full screen' })).toBeVisible()

  await press(tom, '2012', 'Hold')
  await expect(card(tom, '2012')).toHaveAttribute('data-status', 'paused')
  expect(sip.seen).toContain('2013 BYE')
  await expect(card(anna, '2013')).toHaveCount(0)

  await press(tom, '2012', 'Resume')
  await expect.poll(() => sip.seen).toContain('2013 INVITE')
  const join = sip.texts.findLast((text) => text.startsWith('INVITE '))
  expect(join).toMatch(/^X-Speech-Id: 7-1\r$/m)
  await button(anna).focus()
  await press(anna, '2013', 'Accept')
  await expect(card(tom, '2012')).toHaveAttribute('data-status', 'active')
  await expectSound(tom)
})

test('a declined call is busy for who called', async ({ browser }) => {
  const sip = new SipSwitch()
  const [anna, tom] = await Promise.all([
    console(browser, '2012', sip),
    console(browser, '2013', sip),
  ])
  await dial(anna, '2013')
  await tom.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(card(anna, '2013')).toContainText('Busy')
})

test('a number that is refused looks so', async ({ browser }) => {
  const sip = new SipSwitch()
  sip.registerStatus = '403 Forbidden'
  const page = await (await browser.newContext()).newPage()
  await answerPhone(page, { hasRealSip: true })
  await sip.attach(page, credentials.number)
  await signInAs(page)
  await expect(button(page)).toHaveAttribute('data-status', 'invalid_registration')
})
