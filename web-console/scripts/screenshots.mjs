/**
 * Pictures of the console on a running platform, to look at: every screen of the list, light and
 * dark, wide and narrow, in both languages. No test: it makes nothing on the platform and proves
 * nothing.
 *
 *   VESTIBULE_URL=http://127.0.0.1:8080 VESTIBULE_ACCOUNTS=../.dev/accounts.txt \
 *     node scripts/screenshots.mjs FOLDER
 */
import { chromium } from '@playwright/test'
import { mkdirSync, readFileSync } from 'node:fs'

const [folder] = process.argv.slice(2)
const { VESTIBULE_URL: baseURL, VESTIBULE_ACCOUNTS: accounts, CHROMIUM } = process.env
if (!folder || !baseURL || !accounts) {
  throw new Error('needs VESTIBULE_URL, VESTIBULE_ACCOUNTS and a folder')
}

/** Name of the picture and path of the page. */
const SCREENS = [
  ['dashboard', '/home'],
  ['groups', '/groups?tab=tree'],
  ['devices', '/devices'],
  ['device-tasks', '/devices/tasks'],
  ['access-rule', '/access-rules/1/edit'],
  ['schedule', '/schedules/1/edit'],
  ['identifiers', '/identifiers'],
  ['events', '/access-control/events'],
  ['access-check', '/access-check?user_id=4&device_id=1'],
]
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const locale of ['en', 'ru']) {
  for (const theme of ['light', 'dark']) await takeAll(locale, theme)
}
await browser.close()

/** Every screen in one language and theme; one sign-in does for all. */
async function takeAll(locale, theme) {
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES.wide,
    locale,
    timezoneId: 'Europe/Amsterdam',
  })
  await context.addInitScript(
    (look) => {
      localStorage.setItem('theme', JSON.stringify(look.theme))
      localStorage.setItem('userLocale', JSON.stringify(look.locale))
    },
    { theme, locale },
  )
  const page = await context.newPage()
  const take = (name) => takeSizes(page, `${name}-${theme}-${locale}`)
  await page.goto('/login')
  await take('sign-in')
  const [email, password] = readFileSync(accounts, 'utf8')
    .split('\n')[0]
    .split(/\s{2,}/)
  await page.locator('#field-login').fill(email)
  await page.locator('#field-password').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/home')
  // The profile has a language of its own.
  await speak(page, locale)
  for (const [name, path] of SCREENS) {
    await page.goto(path)
    await take(name)
  }
  await speak(page, 'en')
  await context.close()
}

/** Switches the language, and waits until the profile has it too: the next page follows that. */
async function speak(page, locale) {
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.locator(`button[lang=${locale}]`).click()
  await kept
}

async function takeSizes(page, name) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    await page.locator('h1').first().waitFor()
    await page.locator('.ant-skeleton').first().waitFor({ state: 'detached' })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${folder}/${name}-${size}.png`, animations: 'disabled' })
  }
  await page.setViewportSize(SIZES.wide)
}
