import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import type { Account } from './platform'

/** A page of a browser that has never been here. */
export const newGuest = async (browser: Browser) => (await browser.newContext()).newPage()

/** Such a page with somebody signed in. */
export async function signedIn(browser: Browser, account: Account): Promise<Page> {
  const page = await newGuest(browser)
  await signIn(page, account)
  return page
}

/** Signs in through the form, for every tab of the browser, and arrives at the dashboard. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail or login').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Remember me on this machine' }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
}

/** Opens a screen by its name in the main menu. */
export async function open(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name, exact: true })
  const address = await link.getAttribute('href')
  await link.click()
  // The heading may be there already: of the same list, looked at in another way.
  await expect(page).toHaveURL((url) => url.pathname === address && url.search === '')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** Opens the form of a thing that its list finds by its name. */
export async function openFound(page: Page, list: string, name: string): Promise<void> {
  await open(page, list)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(name)
  // The row moves up when the list is narrowed: who clicks just then clicks again. And a list that takes the place of
  // the tree after the search was written has a search of its own, which is empty.
  await expect(async () => {
    if ((await search.isVisible()) && (await search.inputValue()) !== name) await search.fill(name)
    await page.getByRole('link', { name, exact: true }).click({ timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
}

/** Opens the form of a new thing from its list. */
export async function openNew(page: Page, list: string, action: string): Promise<void> {
  await open(page, list)
  const button = page.getByRole('button', { name: action })
  await page.getByRole('link', { name: action }).or(button).first().click()
  await expect(page.getByRole('heading', { level: 1, name: action })).toBeVisible()
}

/** Chooses in the dialog behind a field; one that takes several is closed by its button. */
export async function choose(page: Page, field: string, name: string, isMultiple = false) {
  await page.getByRole('button', { name: `Choose: ${field}` }).click()
  await pick(page.getByRole('dialog', { name: field }), name, isMultiple)
}

/** Searches a picker that is open and takes what it found. */
export async function pick(dialog: Locator, name: string, isMultiple: boolean): Promise<void> {
  await dialog.getByRole('searchbox', { name: 'Search' }).fill(name)
  // What lies inside is listed as well, each with where it lies after its own name.
  const own = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\s|$)`)
  await dialog.getByRole('listitem').getByRole('button', { name: own }).click()
  if (isMultiple) await dialog.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses an option of a select field. */
export async function select(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.locator('.ant-select-item-option', { hasText: option }).click()
}

/**
 * Saves the form. Services learn of each other's new things a moment later and refuse them until
 * then, so somebody who is that quick presses again.
 */
export async function save(page: Page, name: string): Promise<void> {
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Save', exact: true })
    if (await button.isVisible()) await button.click()
    await expect(page.getByText(`Saved: ${name}`)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
}

/** The row of a list that has all of these texts. */
export function rowWith(page: Page, ...texts: string[]): Locator {
  return texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'))
}

/** Counts how often the page is loaded anew from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}
