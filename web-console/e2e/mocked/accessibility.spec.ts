import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { ALL_PAGES, DIALOG_PAGES, GUEST_PAGES } from './allPages'
import { enter } from './api'
import { answerGuests } from './auth'
import { answerWholeSite } from './wholeSite'

/**
 * antd's own: a row for measuring, the button of tabs that do not fit inside their list, the pale words of
 * a button that is busy, and menus and tooltips, which hang in no landmark.
 */
const LEFT_OUT = [
  '.ant-table-measure-row',
  '.ant-tabs-nav',
  '.ant-btn-loading',
  '.ant-dropdown',
  '.ant-tooltip',
]

/** What stands in the place of a content on its way. */
const LOADING = '.ant-skeleton, .ant-spin-spinning'

/** Pages of a test: a browser is signed in once for them. */
const PAGES_PER_TEST = 12

// Every page is examined twice.
test.describe.configure({ timeout: 600_000 })

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    localStorage.setItem('userLocale', '"en"')
    localStorage.setItem('theme', '"system"')
  })
})

/** High enough for every row of a list: what a footer covers in part is no target. */
const VIEWPORT = { width: 1440, height: 1500 }
test.use({ viewport: VIEWPORT })

for (let first = 0; first < ALL_PAGES.length; first += PAGES_PER_TEST) {
  const pages = ALL_PAGES.slice(first, first + PAGES_PER_TEST)
  test(`no page has an accessibility fault in either theme, nor scrolls sideways at 200 % zoom: ${pages[0]} and ${pages.length - 1} more`, async ({
    page,
  }) => {
    const { unanswered } = await answerWholeSite(page)
    await enter(page)
    for (const path of pages) {
      await page.goto(path)
      await opened(page, path)
      await examine(page, path)
      await expectNoSidewaysScroll(page, path)
    }
    expect(unanswered).toEqual([])
  })
}

test('no page before the console has an accessibility fault in either theme', async ({ page }) => {
  await answerGuests(page)
  for (const path of GUEST_PAGES) {
    await page.goto(path)
    await opened(page, path)
    await examine(page, path)
    await expectNoSidewaysScroll(page, path)
  }
})

for (const paths of [DIALOG_PAGES.slice(0, 9), DIALOG_PAGES.slice(9)]) {
  test(`no dialog that an address opens has an accessibility fault in either theme: ${paths[0]} and ${paths.length - 1} more`, async ({
    page,
  }) => {
    const { unanswered } = await answerWholeSite(page)
    await enter(page)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('dialog'), path).toBeVisible()
      await expect(page.locator(LOADING), path).toHaveCount(0)
      await examine(page, path)
    }
    expect(unanswered).toEqual([])
  })
}

test('nothing that a list opens over itself has an accessibility fault in either theme', async ({
  page,
}) => {
  await answerWholeSite(page)
  await enter(page)
  await page.goto('/users')
  const row = page.getByRole('checkbox', { name: 'Bram de Vries', exact: true })
  await expect(row).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').fill('tow')
  await expect(page.getByRole('option', { name: /South tower Riverside/ })).toBeVisible()
  await examine(page, 'palette')
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await examine(page, 'help of the keyboard')
  await page.keyboard.press('Escape')

  for (const name of ['Filter', 'Views', 'Columns and density']) {
    await page.getByRole('button', { name }).click()
    // The tooltip of the button, which comes after a while, hangs in no landmark.
    await page.mouse.move(700, 20)
    await expect(page.locator('.ant-popover:visible')).toBeVisible()
    // Colleagues' views come after the menu.
    if (name === 'Views')
      await expect(page.getByRole('button', { name: 'Night shift', exact: true })).toBeVisible()
    await examine(page, name)
    await page.keyboard.press('Escape')
    await page.mouse.click(700, 20)
    await expect(page.locator('.ant-popover:visible')).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Actions: Bram de Vries' }).click()
  await expect(page.getByRole('menu').last()).toBeVisible()
  await examine(page, 'menu of a row')
  await page.keyboard.press('Escape')

  await row.check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await examine(page, 'question before a deletion')
})

/** The page is there, with its content and not with a failure in its place. */
async function opened(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator(LOADING), path).toHaveCount(0)
  await expect
    .soft(page.getByText(/This page has failed|It is not here any more/), path)
    .toHaveCount(0)
}

/** Everything in the light theme; in the dark one what depends on it. */
async function examine(page: Page, name: string): Promise<void> {
  await settled(page)
  await expectNoViolation(await axeOf(page), name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  await expectNoViolation((await axeOf(page)).withRules(['color-contrast']), `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
}

async function axeOf(page: Page): Promise<AxeBuilder> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    rules: {
      'target-size': { enabled: true },
      // The tooltip of the button that was pressed hangs in no landmark; a page has its own check of them.
      region: { enabled: (await page.locator('.ant-tooltip').count()) === 0 },
    },
  })
  for (const selector of LEFT_OUT) axe.exclude(selector)
  return axe
}

async function expectNoViolation(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 120)}`).join(' | ')}`,
  )
  expect.soft(found, name).toEqual([])
}

/** Half of 1440 x 900 is what a zoom of two leaves of a page. */
async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 720, height: 450 })
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const main = document.querySelector('#page')
      return Math.max(scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0)
    })
  await expect.soft.poll(overflow, { message: `${name} at 200 % zoom` }).toBeLessThanOrEqual(1)
  await page.setViewportSize(VIEWPORT)
}

/** Fonts are there, nothing is on its way, and only endless animations run: half-way colours have no contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction((loading) => {
    // What is about to be replaced is dimmed.
    if (document.querySelector(`[data-stale="true"], ${loading}`)) return false
    return document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return iterations === Infinity || animation.playState !== 'running'
    })
  }, LOADING)
}
