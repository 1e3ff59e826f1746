import type { Server } from 'node:http'
import { expect, test, type CDPSession, type Page, type Worker } from '@playwright/test'
import { signInAs } from './api'
import { serveGzipped } from './gzipServer'
import { answerPeople } from './people'
import { servedAnswers } from './servedAnswers'

/**
 * Notifications of the browser, by Chromium's own service worker. Chromium takes pushes from its maker's service alone,
 * which no test reaches: the last step, from the push service to the worker, is DevTools' `deliverPushMessage`. What the
 * platform sends to a push service is tested in the service notifications; what a click opens, in `push.test.ts`, since a
 * click on a notification of the machine is out of a test's reach.
 */
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

let site: { url: string; server: Server }
test.beforeAll(async () => {
  site = await serveGzipped('dist-demo', { answer: await servedAnswers(answerPeople) })
})
test.afterAll(() => {
  site.server.close()
})

const message = (id: number, conversation: number, locale = 'en') => ({
  locale,
  notification: {
    id,
    type: 'conversation_message_received',
    significance: 'normal',
    data: { conversation_id: conversation, author: 'Ann' },
    popup_action: { code: 'goto:page', params: { page: `/conversation/${conversation}` } },
  },
})

/** A browser with the console put on it: its worker, and DevTools' way to it. */
class PushedBrowser {
  private readonly devtools: CDPSession
  private readonly registration: string
  readonly worker: Worker

  private constructor(devtools: CDPSession, registration: string, worker: Worker) {
    this.devtools = devtools
    this.registration = registration
    this.worker = worker
  }

  static async of(page: Page): Promise<PushedBrowser> {
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated')
        if (active) resolve(active.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    // The console puts its worker on the machine of somebody who has signed in.
    await signInAs(page, 'demo', site.url)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const registration = await registered
    const [worker] = page.context().serviceWorkers()
    if (!worker) throw new Error('no worker runs')
    return new PushedBrowser(devtools, registration, worker)
  }

  async push(data: object | string): Promise<void> {
    await this.devtools.send('ServiceWorker.deliverPushMessage', {
      origin: site.url,
      registrationId: this.registration,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    })
  }

  shown() {
    return this.worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const found = await registration.getNotifications()
      return found.map(({ title, body, tag, lang, data }) => ({
        title,
        body,
        tag,
        lang,
        page: (data as { page: string }).page,
      }))
    })
  }
}

/** A page that is no part of the console is in front of everything. */
async function lookElsewhere(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto('about:blank')
  await other.bringToFront()
  return other
}

test('with the console closed a pushed message is a notification in the words of its user', async ({
  page,
}) => {
  const other = await lookElsewhere(page)
  const browser = await PushedBrowser.of(page)
  await page.goto('about:blank')
  await other.bringToFront()
  await browser.push(message(7, 5))
  await expect
    .poll(() => browser.shown())
    .toEqual([
      {
        title: 'New message',
        body: 'Ann',
        tag: 'conversation-5',
        lang: 'en',
        page: '/conversation/5',
      },
    ])
})

test('a long conversation is one notification, another conversation one more, and Russian is told in Russian', async ({
  page,
}) => {
  const browser = await PushedBrowser.of(page)
  await page.goto('about:blank')
  await browser.push(message(7, 5))
  await expect.poll(async () => (await browser.shown()).length).toBe(1)
  await browser.push(message(8, 5))
  await browser.push(message(9, 6, 'ru'))
  await expect.poll(async () => (await browser.shown()).length).toBe(2)
  const titles = (await browser.shown()).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['New message', 'Новое сообщение'])
})

test('a message that nobody can read is a notification all the same, as browsers want one for each', async ({
  page,
}) => {
  const browser = await PushedBrowser.of(page)
  await page.goto('about:blank')
  await browser.push('no json')
  await expect
    .poll(async () => (await browser.shown()).map(({ page: opened }) => opened))
    .toEqual(['/notifications'])
})

test('nothing is shown over the console that a person looks at', async ({ page }) => {
  const browser = await PushedBrowser.of(page)
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
  await browser.push(message(7, 5))
  // The next one, of a page without the console, shows that this one was handled.
  await page.goto('about:blank')
  await browser.push(message(8, 6))
  await expect
    .poll(async () => (await browser.shown()).map(({ tag }) => tag))
    .toEqual(['conversation-6'])
})
