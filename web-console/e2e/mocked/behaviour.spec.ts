import { expect, test } from '@playwright/test'
import { answer, enter, signInAs } from './api'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('userLocale', '"en"'))
})

test('a wanted page is shown after signing in', async ({ page }) => {
  await answer(page)
  await page.goto('/groups?search=flat')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fgroups%3Fsearch%3Dflat/)
  await page.getByLabel('E-mail or login').fill('anna@riverside.test')
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/groups\?search=flat/)
  await expect(page.getByRole('link', { name: 'Flat 3', exact: true })).toBeVisible()
})

test('wrong credentials are told, and nobody is signed in', async ({ page }) => {
  await answer(page)
  await signInAs(page, 'wrong')
  await expect(page.getByText('Incorrect login/password')).toBeVisible()
  await page.goto('/home')
  await expect(page).toHaveURL(/\/login/)
})

test('a session that is not remembered is kept for the window only', async ({ page }) => {
  await answer(page)
  await signInAs(page)
  await expect(page).toHaveURL(/\/home/)
  const kept = await page.evaluate(() => [
    localStorage.getItem('session'),
    sessionStorage.getItem('session'),
  ])
  expect(kept[0]).toBeNull()
  expect(kept[1]).toContain('token-0')
})

test('an account of several projects chooses one, and may change it', async ({ page }) => {
  await answer(page, { projects: ['Riverside', 'Old harbour'] })
  await signInAs(page)
  await page.getByRole('button', { name: /Old harbour/ }).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText('Old harbour')
  await page.getByRole('button', { name: /Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Change project' }).click()
  await expect(page).toHaveURL(/choose-project/)
})

test('logging out leads to the sign-in page without a way back', async ({ page }) => {
  await answer(page)
  await signInAs(page)
  await page.getByRole('button', { name: /Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('Ctrl-K finds screens, entities and actions', async ({ page }) => {
  await answer(page)
  await signInAs(page)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search screens/).fill('south')
  await page.getByRole('option', { name: /South tower/ }).click()
  await expect(page).toHaveURL(/\/groups\/3$/)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search screens/).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a group is made, and a taken name is told at its field', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups')
  await page.getByRole('link', { name: 'New group' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('North tower')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This value is taken already')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill('Boathouse')
  await page.getByRole('button', { name: 'Choose: Inside' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('river')
  await page.getByRole('dialog').getByRole('button', { name: 'Riverside', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: Boathouse')).toBeVisible()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(page.getByRole('link', { name: 'Boathouse' })).toBeVisible()
})

test('unsaved changes are not lost by a click', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups/2/edit')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.getByRole('textbox', { name: 'Name' }).fill('South')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('South')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('the list works by keyboard, and its state is in the address', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups')
  await expect(page.getByRole('link', { name: 'Car park' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('flat 1')
  await expect(page).toHaveURL(/search=flat\+1/)
  await expect(page.getByRole('link', { name: 'Car park' })).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Flat 1')
  await expect(page).toHaveURL(/preview=10/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('x')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('a view keeps the search under a name', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups?search=tower')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByPlaceholder('Name of the view').fill('Towers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/groups')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Towers', exact: true }).click()
  await expect(page).toHaveURL(/search=tower/)
  await expect(page.getByRole('link', { name: 'South tower' })).toBeVisible()
})

test('deleting asks first', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/groups')
  await page.getByRole('checkbox', { name: 'Flat 1', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Flat 2', exact: true }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete 2 groups?')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 groups deleted')).toBeVisible()
})

test('the language follows the switch, dates and titles included', async ({ page }) => {
  await answer(page, { locale: 'ru' })
  await enter(page)
  await page.goto('/groups')
  await expect(page).toHaveTitle('Группы · Vestibule')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.getByText('24 строки')).toBeVisible()
})

test('a page that does not exist says so inside the layout', async ({ page }) => {
  await answer(page)
  await enter(page)
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

test('on a phone the menu is a drawer and rows are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await answer(page)
  await signInAs(page)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByRole('link', { name: 'Car park' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the notifications of the bell are read a second after it opens', async ({ page }) => {
  await answer(page)
  const reads: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/notifications/read')) reads.push(request.postDataJSON())
  })
  await signInAs(page)
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  await expect(page.getByText('Revoked identifier used')).toBeVisible()
  await expect.poll(() => reads.length).toBe(3)
})
