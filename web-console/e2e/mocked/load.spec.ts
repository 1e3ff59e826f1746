import type { Server } from 'node:http'
import { expect, test, type Page } from '@playwright/test'
import { answer, enter } from './api'
import { serveGzipped } from './gzipServer'
import { answerPeople } from './people'

/** What a cold browser may load, the API's answers, styles and fonts among the requests. */
const BUDGETS = {
  signIn: { requests: 13, scriptKb: 190 },
  list: { requests: 26, scriptKb: 450 },
}

let site: { url: string; server: Server }
test.beforeAll(async () => {
  site = await serveGzipped('dist-demo')
})
test.afterAll(() => {
  site.server.close()
})

interface Load {
  requests: string[]
  scriptKb: number
}

/** Counts what the page asks for, the API and the pictures among it. */
function watchLoad(page: Page): { measure: () => Promise<Load> } {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return {
    measure: async () => {
      const sizes = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((each): each is PerformanceResourceTiming => each.name.endsWith('.js'))
          .map((each) => each.encodedBodySize),
      )
      return { requests: [...requests], scriptKb: sizes.reduce((a, b) => a + b, 0) / 1024 }
    },
  }
}

for (const locale of ['en-GB', 'ru-RU']) {
  test.describe(locale, () => {
    test.use({ locale })

    test('the sign-in page loads no more than its budget in a cold browser', async ({ page }) => {
      await answer(page)
      const load = watchLoad(page)
      await page.goto(`${site.url}/login`)
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const { requests, scriptKb } = await load.measure()
      report('sign-in', locale, requests, scriptKb)
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(BUDGETS.signIn.requests)
      expect(scriptKb).toBeLessThanOrEqual(BUDGETS.signIn.scriptKb)
    })
  })
}

test('the first list loads no more than its budget in a cold browser', async ({
  page,
  browser,
}) => {
  await answerPeople(page)
  await enter(page, site.url)
  const session = await page.context().storageState()
  const storage = await page.evaluate(() => Object.entries(sessionStorage))

  const cold = await browser.newContext({ storageState: session })
  const list = await cold.newPage()
  await list.addInitScript((items) => {
    for (const [key, value] of items) sessionStorage.setItem(key, value)
  }, storage)
  await answerPeople(list)
  const load = watchLoad(list)
  await list.goto(`${site.url}/users`)
  await expect(list.getByRole('row').nth(2)).toBeVisible()
  const { requests, scriptKb } = await load.measure()
  report('first list', 'en-GB', requests, scriptKb)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(BUDGETS.list.requests)
  expect(scriptKb).toBeLessThanOrEqual(BUDGETS.list.scriptKb)
  await cold.close()
})

function report(what: string, locale: string, requests: string[], scriptKb: number): void {
  test.info().annotations.push({
    type: 'load',
    description: `${what}, ${locale}: ${requests.length} requests, ${scriptKb.toFixed(1)} KB of scripts`,
  })
  process.stdout.write(
    `${what}, ${locale}: ${requests.length} requests, ${scriptKb.toFixed(1)} KB\n`,
  )
}
