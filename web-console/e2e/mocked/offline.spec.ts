import type { Server } from 'node:http'
import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { serveGzipped } from './gzipServer'
import { answerPeople } from './people'
import { servedAnswers } from './servedAnswers'

test.use({ serviceWorkers: 'allow' })

let site: { url: string; server: Server }
test.beforeAll(async () => {
  site = await serveGzipped('dist-demo', { answer: await servedAnswers(answerPeople) })
})
test.afterAll(() => {
  site.server.close()
})

/** Signed in, with the console put on this machine. */
async function installed(page: Page): Promise<void> {
  await signInAs(page, 'demo', site.url)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(async () => page.evaluate(async () => (await caches.keys()).length))
    .toBeGreaterThan(0)
  await expect
    .poll(async () => page.evaluate(() => navigator.serviceWorker.controller?.state), {
      timeout: 60_000,
    })
    .toBe('activated')
}

test('the shell opens without a network, says so, and a list says what it could not load', async ({
  page,
  context,
}) => {
  await installed(page)
  await context.setOffline(true)
  await page.goto(`${site.url}/users`)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
  await expect(page.getByText(/^No network\./)).toBeVisible()
  await expect(page.getByText('The server cannot be reached. Check the connection.')).toBeVisible()
})

test('a network that goes away is said at once, reloads nothing, and the bar leaves with its return', async ({
  page,
  context,
}) => {
  await installed(page)
  await page.evaluate(() => {
    ;(window as { wasHere?: true }).wasHere = true
  })
  await context.setOffline(true)
  await expect(page.getByText(/^No network\./)).toBeVisible()
  // A page whose part was never fetched is on this machine all the same.
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  expect(await page.evaluate(() => (window as { wasHere?: true }).wasHere)).toBe(true)
  await context.setOffline(false)
  await expect(page.getByText(/^No network\./)).toBeHidden()
})

test('the console can be installed: its manifest names it, its start and its pictures', async ({
  page,
}) => {
  await page.goto(`${site.url}/login`)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(site.url + href)).json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Vestibule', start_url: '/home', display: 'standalone' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  for (const { src } of manifest.icons) {
    expect((await page.request.get(site.url + src)).status(), src).toBe(200)
  }
})

test('a new version is said, and nothing is reloaded but by the person', async ({ page }) => {
  await installed(page)
  await page.evaluate(() => {
    ;(window as { wasHere?: true }).wasHere = true
  })
  // Another build: the worker's own text is another.
  site.server.removeAllListeners('request')
  const next = await serveGzipped('dist-demo', {
    changes: { '/sw.js': (text) => `${text}\n// next` },
    answer: await servedAnswers(answerPeople),
  })
  site.server.on('request', (request, response) => next.server.emit('request', request, response))
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  await expect(page.getByText('A new version of the console is ready.')).toBeVisible()
  expect(await page.evaluate(() => (window as { wasHere?: true }).wasHere)).toBe(true)
  await page.getByRole('button', { name: 'Load anew' }).click()
  await expect.poll(async () => page.evaluate(() => 'wasHere' in window)).toBe(false)
  next.server.close()
})
