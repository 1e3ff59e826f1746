import { expect, test } from '@playwright/test'
import { answerGuests } from './auth'
import { capture, LOOKS, useLook } from './looks'

/** The pages before the console, looked at and checked by axe. */
const PAGES = [
  ['login', '/login'],
  ['register', '/registration'],
  ['invitation', '/registration/good'],
  ['invitation-outdated', '/registration/bad'],
  ['confirm-outdated', '/registration/confirm/bad'],
  ['self-code', '/self-registration'],
  ['self', '/self-registration/HOUSE7'],
  ['recovery', '/password/recovery'],
  ['reset', '/password/reset/token'],
] as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    test('pages before the console', async ({ page }) => {
      await answerGuests(page)
      for (const [name, path] of PAGES) {
        await page.goto(path)
        await capture(page, `${look.name}-auth-${name}`)
      }
    })
  })
}

test('somebody registers by e-mail: a wrong code is refused, the right one ends it', async ({
  page,
}) => {
  await answerGuests(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Name').fill('Ivan')
  await page.getByLabel('E-mail').fill('ivan@riverside.test')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
  await expect(page.getByRole('button', { name: /Another code in/ })).toBeDisabled()
  await page.getByLabel('Code').fill('111111')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('The confirmation code is invalid')
  await page.getByLabel('Code').fill('123 456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome')
})

test('somebody registers with an invitation code, and the link of the mail confirms it', async ({
  page,
}) => {
  const sent: Record<string, object> = {}
  await answerGuests(page)
  await page.route(/\/(self-registration|registration\/confirm)$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.fallback()
    sent[new URL(request.url()).pathname] = request.postDataJSON() as object
    return route.fulfill({ json: {} })
  })
  await page.goto('/self-registration')
  await page.getByLabel('Invitation code').fill('HOUSE7')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Riverside')
  await page.getByLabel('Name').fill('Eva')
  await page.getByLabel('E-mail').fill('eva@riverside.test')
  await page.getByLabel('Your place').fill('House 12')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look into your mail')
  await expect(page.getByText('eva@riverside.test')).toBeVisible()

  await page.goto('/registration/confirm/good')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is confirmed')
  const [registered, confirmed] = Object.values(sent)
  expect(registered).toEqual({
    code: 'HOUSE7',
    user_name: 'Eva',
    user_email: 'eva@riverside.test',
    user_type: 'Owner',
    object_name: 'House 12',
    user_password: 'a long password',
    locale: 'en',
  })
  expect(confirmed).toEqual({ token: 'good' })
})

test('a second factor is asked for after the password', async ({ page }) => {
  await answerGuests(page)
  await page.goto('/login')
  await page.getByLabel('E-mail or login').fill('anna')
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await expect(page.getByLabel('Code of six digits')).toBeFocused()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
})

test('recovery says the same for any address', async ({ page }) => {
  await answerGuests(page)
  await page.goto('/password/recovery')
  await page.getByLabel('E-mail').fill('nobody@riverside.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look into your mail')
})

test('an outdated link to set a password leads to another one', async ({ page }) => {
  await answerGuests(page)
  await page.goto('/password/reset/old')
  await page.getByLabel('New password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('outdated')
  await page.getByRole('link', { name: 'Ask for another link' }).click()
  await expect(page).toHaveURL(/\/password\/recovery$/)
})
