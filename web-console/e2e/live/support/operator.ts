import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { newGuest, signIn } from './console'
import { received, watchMedia } from './media'
import type { Account } from './platform'

/** Packets of sound in a second and a half. */
const SOME_SOUND = 75
/** Frequencies are told to about this many Hz. */
const NEAR = 25

/** Somebody at the console, with the web phone. */
export class Operator {
  readonly page: Page
  readonly phone: Locator

  private constructor(page: Page) {
    this.page = page
    this.phone = page.getByRole('complementary', { name: 'Phone', exact: true })
  }

  /** Signs in, and waits until the phone is registered. */
  static async start(browser: Browser, account: Account): Promise<Operator> {
    const page = await newGuest(browser)
    await watchMedia(page)
    await signIn(page, account)
    const operator = new Operator(page)
    await operator.registered()
    await operator.show('Keypad')
    return operator
  }

  async registered(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Phone', exact: true })
    await expect(button).toHaveAttribute('data-status', 'registered', { timeout: 60_000 })
  }

  /** Opens the phone at one of its parts. */
  async show(part: string): Promise<void> {
    if (!(await this.phone.isVisible())) {
      await this.page.getByRole('button', { name: 'Phone', exact: true }).click()
    }
    await this.phone.getByRole('tab', { name: part, exact: true }).click()
  }

  async dial(number: string): Promise<void> {
    await this.show('Keypad')
    await this.phone.getByRole('textbox', { name: 'Number' }).fill(number)
    await this.phone.getByRole('button', { name: 'Call', exact: true }).click()
  }

  /** The card of a call with a number that is not over. */
  card(number: string): Locator {
    return this.phone
      .getByRole('article', { name: new RegExp(`^${escape(number)}(,|$)`) })
      .and(this.page.locator('article:not([data-status=destroyed])'))
  }

  /** What is said of calls that are over leaves five seconds later. */
  over(number: string): Locator {
    return this.phone
      .getByRole('article', { name: new RegExp(`^${escape(number)}(,|$)`) })
      .and(this.page.locator('article[data-status=destroyed]'))
  }

  async press(number: string, button: string): Promise<void> {
    await this.card(number).getByRole('button', { name: button, exact: true }).click()
  }

  /** A call comes in and is taken. */
  async accept(number: string): Promise<void> {
    await this.press(number, 'Accept')
    await this.talks(number)
  }

  async talks(number: string): Promise<void> {
    await expect(this.card(number)).toHaveAttribute('data-status', 'active')
  }

  /** Sound comes in, and its loudest tone is this one. */
  async hears(frequency: number): Promise<void> {
    const before = (await received(this.page)).packets
    await expect
      .poll(async () => (await received(this.page)).packets, { message: 'packets of sound' })
      .toBeGreaterThan(before + SOME_SOUND)
    await expect
      .poll(async () => Math.abs(((await received(this.page)).frequency ?? 0) - frequency), {
        message: `a tone of ${frequency} Hz`,
      })
      .toBeLessThan(NEAR)
  }

  /** The picture of the other side moves. */
  async sees(number: string): Promise<void> {
    await expect(this.card(number).getByRole('button', { name: 'Full screen' })).toBeVisible()
    const before = (await received(this.page)).frames
    await expect
      .poll(async () => (await received(this.page)).frames, { message: 'pictures' })
      .toBeGreaterThan(before + 5)
  }

  /** Ends whatever is left of a test that failed. */
  async hangUp(): Promise<void> {
    for (const name of ['Hang up', 'Decline']) {
      for (const button of await this.phone.getByRole('button', { name, exact: true }).all()) {
        await button.click({ timeout: 2_000 }).catch(() => undefined)
      }
    }
  }

  async stop(): Promise<void> {
    await this.page.context().close()
  }
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
