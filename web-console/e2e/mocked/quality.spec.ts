import type { Server } from 'node:http'
import { expect, test, type Page } from '@playwright/test'
import { answerAccess } from './access'
import { answer, enter } from './api'
import { serveGzipped } from './gzipServer'
import { answerPeople } from './people'

/** The content policy of the gateway (services/api-gateway/src/server/console.rs). */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self' ws: wss:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

const PAGES = ['/home', '/users', '/users/2/edit', '/roles', '/identifiers', '/access-rules/add']

let site: { url: string; server: Server }
test.beforeAll(async () => {
  site = await serveGzipped('dist-demo', { headers: { 'content-security-policy': POLICY } })
})
test.afterAll(() => {
  site.server.close()
})

async function openAll(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await answerPeople(page)
  await enter(page)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    await visit(path)
  }
}

test('no page and no form breaks the content policy of the gateway', async ({ page }) => {
  const broken: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) broken.push(message.text())
  })
  await answerAccess(page)
  await enter(page, site.url)
  for (const path of PAGES) {
    await page.goto(site.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(broken).toEqual([])
})

test('no icon says the name of its file to a screen reader', async ({ page }) => {
  await openAll(page, async (path) => {
    const spoken = await page
      .locator('.anticon[aria-label]:not([aria-hidden=true])')
      .evaluateAll((icons) =>
        icons
          .filter((icon) => !icon.closest('[aria-hidden=true], .ant-pagination'))
          .filter((icon) => {
            const owner = icon.closest('button, a, [role=menuitem], [role=tab]')
            return owner !== null && !owner.hasAttribute('aria-label')
          })
          .map((icon) => icon.parentElement?.outerHTML.slice(0, 160)),
      )
    expect(spoken, path).toEqual([])
  })
})

test('whatever is pressed has 24 pixels of its own in both directions', async ({ page }) => {
  await openAll(page, async (path) => {
    expect(await page.evaluate(smallTargets), path).toEqual([])
  })
})

/**
 * Targets that fail WCAG 2.5.8: smaller than 24 x 24, and another one within the circle of 24 around
 * their middle. What stands in a line of text is left out, as there.
 */
function smallTargets(): string[] {
  const SIZE = 24
  const targets = [
    ...document.querySelectorAll(
      'button, a[href], input[type=checkbox], [role=switch], [role=tab]',
    ),
  ]
    .map((element) => ({
      element,
      box: (element.closest('label, .ant-tabs-tab') ?? element).getBoundingClientRect(),
    }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  return targets.flatMap(({ element, box }) => {
    const isInline = getComputedStyle(element).display === 'inline'
    if (isInline || Math.min(box.width, box.height) >= SIZE - 0.5) return []
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isCrowded = targets.some((other) => {
      if (other.element === element || other.element.contains(element)) return false
      if (element.contains(other.element)) return false
      const dx = Math.max(other.box.left - x, 0, x - other.box.right)
      const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
      return Math.hypot(dx, dy) < SIZE / 2
    })
    return isCrowded
      ? [`${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 140)}`]
      : []
  })
}

test.describe('at 200 % zoom', () => {
  // Half of 1440 x 900: what a zoom of two leaves of the page.
  test.use({ viewport: { width: 720, height: 450 } })
  test('nothing is lost: no page scrolls sideways, and its heading and menu are there', async ({
    page,
  }) => {
    await openAll(page, async (path) => {
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const main = document.querySelector('#page')
        return Math.max(scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0)
      })
      expect(overflow, path).toBeLessThanOrEqual(1)
      await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    })
  })
})

test('the terms and conditions are open to everybody, in both languages', async ({ page }) => {
  await answer(page)
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What is recorded' })).toBeVisible()
  await page.getByText('RU', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Условия использования' })).toBeVisible()
  await page.getByRole('link', { name: 'На страницу входа' }).last().click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Условия использования' }).click()
  await expect(page).toHaveURL(/terms-and-conditions$/)
})
