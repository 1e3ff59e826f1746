/**
 * The ways to sign in besides the password: an authenticator's codes, passkeys, and a provider of
 * the organisation. Each with a person of its own, who is new in every run.
 */
import { expect, test, type Browser, type Page } from '@playwright/test'
import { Authenticator } from './support/authenticator'
import { expectAccessible } from './support/axe'
import { call, rowNamed, type Row } from './support/calls'
import { newGuest, signedIn, signIn } from './support/console'
import { Mailbox } from './support/mailbox'
import { OpenIdProvider } from './support/openid'
import { accountOf, setting, type Account } from './support/platform'
import { codeOf } from './support/totp'

const run = Date.now().toString(36)
const password = `first ${run} password`
const addressOf = (name: string) => `${name}.${run}@example.test`

// Browsers make no passkey for a mere address, and a provider sends them back to this one.
test.use({ baseURL: setting('VESTIBULE_PUBLIC_URL') })
const mails = new Mailbox()
let admin: Page

/** A new user of the demonstration site, who has proved the e-mail by accepting an invitation, on a page of their own. */
async function newUser(browser: Browser, name: string): Promise<{ page: Page; account: Account }> {
  const [role, domain] = [
    await rowNamed(admin, 'roles', 'user'),
    await rowNamed(admin, 'domains', ''),
  ]
  const account = { email: addressOf(name), password }
  await call(admin, 'PUT', 'users', {
    email: account.email,
    send_registration_link: true,
    name: `${name} ${run}`,
    role: { id: role.id },
    domains: [{ id: domain.id }],
    is_active: true,
  })
  const page = await newGuest(browser)
  await page.goto(await mails.find(account.email, /(\/registration\/[\w-]+)/))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await isIn(page)
  return { page, account }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** The password is right, and a second factor is asked for. */
async function enterPassword(page: Page, { email, password: secret }: Account): Promise<void> {
  await page.getByLabel('E-mail or login').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
}

const enter = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()
const isIn = (page: Page) => expect(page).toHaveURL(/\/home$/)

/** Switches an authenticator on; its secret, and the recovery codes. */
async function switchOnTotp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Switch on the authenticator' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  const written = page.getByRole('dialog').locator('.mono')
  await expect(written).toHaveText(/^[A-Z2-7 ]{20,}/)
  const secret = (await written.textContent())!.trim()
  await expectAccessible(page, 'secret of an authenticator')
  await page.getByLabel('Code that it shows now').fill(codeOf(secret))
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const codes = await kept.getByRole('listitem').allTextContents()
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(kept).toBeHidden()
  return { secret, codes }
}

test.beforeAll(async ({ browser }) => {
  admin = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await admin.context().close()
})

test('an authenticator is asked for besides the password, and a recovery code stands in for it once', async ({
  browser,
}) => {
  const { page, account } = await newUser(browser, 'tess')
  const { secret, codes } = await switchOnTotp(page)
  await signOut(page)

  await enterPassword(page, account)
  await page.getByLabel('Code of six digits').fill('000000')
  await enter(page)
  await expect(page.getByText('This code is wrong or outdated')).toBeVisible()
  // The code that switched it on is used up: this is the next one.
  await page.getByLabel('Code of six digits').fill(codeOf(secret, 1))
  await enter(page)
  await isIn(page)
  await signOut(page)

  for (const isGood of [true, false]) {
    await enterPassword(page, account)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await enter(page)
    if (!isGood) break
    await isIn(page)
    await signOut(page)
  }
  await expect(page.getByText('This code is wrong or outdated')).toBeVisible()

  await page.getByLabel('Recovery code').fill(codes[1]!)
  await enter(page)
  await isIn(page)
  await page.goto('/profile?tab=security')
  await expect(page.getByText('8 left')).toBeVisible()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('The authenticator is off')).toBeVisible()
  await signOut(page)
  await signIn(page, account)
  await page.context().close()
})

test('a passkey signs in alone and as the second factor, and no more once it is removed', async ({
  browser,
}) => {
  const { page, account } = await newUser(browser, 'paul')
  const reader = await Authenticator.of(page)
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Office laptop')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Passkey added: Office laptop')).toBeVisible()
  expect(await reader.size()).toBe(1)
  await expectAccessible(page, 'passkeys of a profile')
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isIn(page)
  await signOut(page)

  await enterPassword(page, account)
  await reader.recognises(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was given.')).toBeVisible()
  await reader.recognises(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isIn(page)

  await page.goto('/profile?tab=security')
  await expect(page.getByText('Last used')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the passkey Office laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed: Office laptop')).toBeVisible()
  await signOut(page)
  // The reader still has it, and the platform does not.
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, account)
  await page.context().close()
})

test('whoever the provider of the project vouches for is signed in, and made a user at first', async ({
  browser,
}) => {
  const [vera, fake] = [
    { subject: `v-${run}`, name: `Vera ${run}`, email: addressOf('vera'), isVerified: true },
    { subject: `f-${run}`, name: `Fake ${run}`, email: addressOf('fake'), isVerified: false },
  ]
  const provider = await OpenIdProvider.start([vera, fake])
  const name = `Work ${run}`
  const [role, domain] = [
    await rowNamed(admin, 'roles', 'user'),
    await rowNamed(admin, 'domains', ''),
  ]
  await call(admin, 'PATCH', 'settings/identity-provider', {
    name,
    is_enabled: true,
    is_listed: true,
    issuer_url: provider.url,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    role: { id: role.id },
    domain: { id: domain.id },
  })
  try {
    const page = await newGuest(browser)
    const comeAs = async (person: string) => {
      await page.goto('/login')
      await page.getByRole('button', { name: `Sign in with ${name}` }).click()
      await page.getByRole('button', { name: person }).click()
    }
    await comeAs(fake.name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That did not work')
    await expectAccessible(page, 'refused sign-in by a provider')
    await comeAs(vera.name)
    await isIn(page)
    await expect(page.getByRole('button', { name: `Profile menu: ${vera.name}` })).toBeVisible()
    await signOut(page)
    // A second time as the same user.
    await comeAs(vera.name)
    await isIn(page)
    const found = await call<{ items: Row[] }>(admin, 'GET', `users?search=${run}&size=100`)
    const names = found.items.map((row) => row.name).filter((each) => each === vera.name)
    expect(names).toEqual([vera.name])
    await page.context().close()
  } finally {
    await call(admin, 'PATCH', 'settings/identity-provider', { is_enabled: false })
    provider.stop()
  }
})
