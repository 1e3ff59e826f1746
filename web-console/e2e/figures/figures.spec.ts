/**
 * Figures of the console, printed and never judged: what a cold browser loads and when it shows something, how soon a
 * form opens, and tasks of the page's thread at 500 rows. `npm run figures`, on a machine that does nothing else.
 */
import type { Server } from 'node:http'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { enter } from '../mocked/api'
import { serveGzipped } from '../mocked/gzipServer'
import { answerLongList, SIZE } from '../mocked/longList'
import { answerPeople } from '../mocked/people'

/** Of Lighthouse: slow 4G, and a processor a quarter as fast. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWDOWN = 4
const REPEATS = 3
const FOLDER = process.env.CONSOLE_DIST ?? 'dist-demo'

let site: { url: string; server: Server }
test.beforeAll(async () => {
  site = await serveGzipped(FOLDER)
})
test.afterAll(() => {
  site.server.close()
})
test.setTimeout(600_000)

const print = (what: string, figures: string) => process.stdout.write(`${what}: ${figures}\n`)
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const listed = (values: number[]) => (values.length > 0 ? values.join(', ') : 'none')

/** Gathers paints, long tasks and slow inputs from the first moment of each document. */
async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { longTasks: [] as number[], lcp: 0, inputs: [] as number[] }
    Object.assign(window, { seen })
    const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry)
      }).observe({ type, buffered: true, ...options })
    observe('longtask', ({ duration }) => seen.longTasks.push(Math.round(duration)))
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.lcp = startTime
    })
    const keep = (entry: PerformanceEntry) =>
      entry.name === 'click' && seen.inputs.push(entry.duration)
    observe('event', keep, { durationThreshold: 16 })
  })
}

interface Seen {
  longTasks: number[]
  lcp: number
  inputs: number[]
}
const seenOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** What was seen while something was done, and what was drawn after its last input. */
async function during(page: Page, act: () => Promise<void>): Promise<Seen> {
  await page.waitForTimeout(500)
  await page.evaluate(() =>
    Object.assign((window as unknown as { seen: Seen }).seen, { longTasks: [], inputs: [] }),
  )
  await act()
  await page.waitForTimeout(500)
  return seenOf(page)
}

async function paintsOf(page: Page) {
  const fcp = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  const { lcp } = await seenOf(page)
  return { fcp: Math.round(fcp), lcp: Math.round(lcp) }
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

test('load of a cold browser', async ({ page, browser }) => {
  await answerPeople(page)
  await enter(page, site.url)
  const session = await page.context().storageState()
  const storage = await page.evaluate(() => Object.entries(sessionStorage))
  const cold = async (isSignedIn: boolean) => {
    const context = await browser.newContext(isSignedIn ? { storageState: session } : {})
    await watch(context)
    const fresh = await context.newPage()
    if (isSignedIn) {
      await fresh.addInitScript((items) => {
        for (const [key, value] of items) sessionStorage.setItem(key, value)
      }, storage)
    }
    await answerPeople(fresh)
    return fresh
  }
  const places = [
    {
      what: 'sign-in',
      path: '/login',
      isSignedIn: false,
      shown: (p: Page) => p.locator('#field-login'),
    },
    {
      what: 'first list',
      path: '/users',
      isSignedIn: true,
      shown: (p: Page) => p.getByRole('row').nth(2),
    },
  ]
  for (const { what, path, isSignedIn, shown } of places) {
    for (const isSlow of [false, true]) {
      const paints: { fcp: number; lcp: number }[] = []
      let load = ''
      for (let at = 0; at < REPEATS; at += 1) {
        const fresh = await cold(isSignedIn)
        let requests = 0
        fresh.on('request', () => {
          requests += 1
        })
        if (isSlow) await throttle(fresh)
        await fresh.goto(`${site.url}${path}`)
        await expect(shown(fresh)).toBeVisible()
        const sizes = await fresh.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter((each): each is PerformanceResourceTiming => each.name.endsWith('.js'))
            .map((each) => each.encodedBodySize),
        )
        load = `${requests} requests, ${(sizes.reduce((a, b) => a + b, 0) / 1024).toFixed(1)} KB of scripts`
        await fresh.waitForTimeout(500)
        paints.push(await paintsOf(fresh))
        await fresh.context().close()
      }
      const network = isSlow ? `slow 4G, ${SLOWDOWN}x CPU` : 'plain'
      const [fcp, lcp] = [
        middle(paints.map((each) => each.fcp)),
        middle(paints.map((each) => each.lcp)),
      ]
      print(`${what}, ${network}`, `${load}, FCP ${fcp} ms, LCP ${lcp} ms`)
    }
  }
})

test('the first form', async ({ browser }) => {
  for (const isHovered of [true, false]) {
    const times: number[] = []
    for (let at = 0; at < REPEATS; at += 1) {
      const context = await browser.newContext()
      const fresh = await context.newPage()
      await answerPeople(fresh)
      await enter(fresh, site.url)
      await fresh.goto(`${site.url}/users`)
      await expect(fresh.getByRole('row').nth(2)).toBeVisible()
      await fresh.waitForLoadState('networkidle')
      const add = fresh.locator('a[href="/users/add"], a[href="/users/new"]').first()
      if (isHovered) {
        await add.hover()
        await fresh.waitForTimeout(1000)
      }
      times.push(await opening(fresh, (await add.getAttribute('href')) ?? ''))
      await context.close()
    }
    print(
      `first form, ${isHovered ? 'after hover' : 'cold'}`,
      `${middle(times)} ms from click to its first field`,
    )
  }
})

/** From the press of a link to the first frame with a field of the form, in milliseconds. */
const opening = (page: Page, href: string) =>
  page.evaluate(
    (path) =>
      new Promise<number>((resolve) => {
        const pressed = performance.now()
        const look = () => {
          if (document.querySelector('form [id^="field-"]'))
            resolve(Math.round(performance.now() - pressed))
          else requestAnimationFrame(look)
        }
        document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)?.click()
        look()
      }),
    href,
  )

test('tasks at 500 rows', async ({ page, context }) => {
  await watch(context)
  await answerLongList(page)
  await enter(page, site.url)
  await page.goto(`${site.url}/users?size=20`)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  const profile = process.env.PROFILE ? await page.context().newCDPSession(page) : undefined
  await profile?.send('Profiler.enable')
  await profile?.send('Profiler.setSamplingInterval', { interval: 200 })
  const step = async (what: string, act: () => Promise<void>) => {
    await profile?.send('Profiler.start')
    const { longTasks, inputs } = await during(page, act)
    if (profile) {
      const { profile: taken } = await profile.send('Profiler.stop')
      const { writeFileSync } = await import('node:fs')
      writeFileSync(
        `${process.env.PROFILE}/${what.replaceAll(' ', '-')}.cpuprofile`,
        JSON.stringify(taken),
      )
    }
    const input = inputs.length > 0 ? `, click to paint ${Math.round(Math.max(...inputs))} ms` : ''
    print(`500 rows, ${what}`, `tasks over 50 ms: ${listed(longTasks)}${input}`)
  }
  const person = (at: number) => page.getByRole('link', { name: `Person ${at}`, exact: true })
  // As the console itself goes there, with all but the rows loaded and drawn before.
  await step('in place of 20', async () => {
    await page.evaluate((size) => {
      window.history.pushState(null, '', `/users?size=${size}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, SIZE)
    await page.waitForTimeout(1500)
  })
  await step('in a new document', async () => {
    await page.goto(`${site.url}/users?size=${SIZE}`)
    await expect(person(1)).toBeVisible()
  })
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  for (const round of ['first', 'second']) {
    await step(`selecting all, ${round}`, async () => {
      await all.click()
      await expect(page.getByText(/500 selected/).first()).toBeVisible()
    })
    await step(`selecting none, ${round}`, async () => {
      await all.click()
      await expect(page.getByText(/500 selected/)).toHaveCount(0)
    })
  }
  await step('selecting one', async () => {
    await page.getByRole('checkbox', { name: 'Person 3', exact: true }).click()
  })
  await step('scrolling by the wheel', async () => {
    await page.mouse.move(700, 400)
    for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, 120)
    await expect(person(100)).toBeVisible()
  })
  await step('jumping to the end', async () => {
    await page.locator('#page').evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(person(SIZE)).toBeVisible()
  })
})
