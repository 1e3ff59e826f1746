/**
 * Figures of the page of a guest's key on a slow 3G network: what it weighs, when it shows something, and when its doors are there.
 * `npm run figures -- guest`, on a machine that does nothing else.
 */
import type { Server } from 'node:http'
import { expect, test } from '@playwright/test'
import { answerGuests, KEY } from '../mocked/guests'
import { serveGzipped } from '../mocked/gzipServer'
import { servedAnswers } from '../mocked/servedAnswers'

/** Of Chromium's developer tools: slow 3G; with a processor a quarter as fast. */
const SLOW_3G = {
  offline: false,
  latency: 2000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const SLOWDOWN = 4
const REPEATS = 3
const FOLDER = process.env.CONSOLE_DIST ?? 'dist-demo'

let site: { url: string; server: Server }
test.beforeAll(async () => {
  const pageOf = (path: string) =>
    path.startsWith('/guest-access/') ? '/guest-page.html' : undefined
  // By the server: what the browser intercepts takes no time of the network.
  site = await serveGzipped(FOLDER, { pageOf, answer: await servedAnswers(answerGuests) })
})
test.afterAll(() => {
  site.server.close()
})
test.setTimeout(300_000)

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

test('the page of a key on slow 3G', async ({ browser }) => {
  for (const isSlow of [false, true]) {
    const [paints, doors]: [number[], number[]] = [[], []]
    let bytes = 0
    for (let at = 0; at < REPEATS; at += 1) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      bytes = 0
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      if (isSlow) {
        await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      }
      await page.goto(`${site.url}/guest-access/${KEY}`)
      await expect(page.getByRole('button', { name: /Main gate/ })).toBeVisible({ timeout: 60_000 })
      doors.push(await page.evaluate(() => Math.round(performance.now())))
      paints.push(
        await page.evaluate(() =>
          Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
        ),
      )
      await context.close()
    }
    const network = isSlow ? `slow 3G, ${SLOWDOWN}x CPU` : 'plain'
    process.stdout.write(
      `page of a key, ${network}: ${(bytes / 1024).toFixed(1)} KB over the network, first paint ${middle(paints)} ms, its doors ${middle(doors)} ms\n`,
    )
  }
})
