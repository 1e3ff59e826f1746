/**
 * How people come in, by the whole platform and its mails: they register, recover a password, are
 * invited, lose a right while they look, and a dealer helps in a project. What the steps make has
 * names of its own, so that they can run again and again on the same site.
 */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { call, rowNamed, type Row } from './support/calls'
import { choose, newGuest, open, openNew, rowWith, save, signedIn, signIn } from './support/console'
import { Mailbox } from './support/mailbox'
import { accountOf } from './support/platform'

const mails = new Mailbox()
const run = Date.now().toString(36)
const password = `first ${run} password`
const changed = `second ${run} password`
const addressOf = (name: string) => `${name}.${run}@example.test`

test.describe.configure({ mode: 'serial' })

let admin: Page

test.beforeAll(async ({ browser }) => {
  admin = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await admin.context().close()
})

test('somebody registers by mail and signs in', async ({ browser }) => {
  const [role, domain] = [
    await rowNamed(admin, 'roles', 'user'),
    await rowNamed(admin, 'domains', ''),
  ]
  const registration = { is_enabled: true, role: { id: role.id }, domain: { id: domain.id } }
  await call(admin, 'PATCH', 'settings/general', { registration })

  const page = await newGuest(browser)
  const email = addressOf('rita')
  await expect(async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Register' }).click({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await page.getByLabel('Name').fill(`Rita ${run}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expectAccessible(page, 'registration')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
  await page.getByLabel('Code').fill(await mails.find(email, /\b(\d{6})\b/))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome')
  await signIn(page, { email, password })
  await page.context().close()
})

test('a forgotten password is set anew by the link of a mail, which is good once', async ({
  browser,
}) => {
  const page = await newGuest(browser)
  const email = addressOf('rita')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot the password?')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look into your mail')
  const link = await mails.find(email, /(\/password\/reset\/[\w-]+)/)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(changed)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is set')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This link is outdated or incorrect',
  )
  await signIn(page, { email, password: changed })
  await page.context().close()
})

test('somebody who is invited sets a password and is signed in', async ({ browser }) => {
  const name = `Ivan ${run}`
  const email = addressOf('ivan')
  await openNew(admin, 'Users', 'New user')
  await admin.getByLabel('Name', { exact: true }).fill(name)
  await choose(admin, 'Role', 'user')
  await choose(admin, 'Groups', 'Riverside Residence', true)
  await admin.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await save(admin, name)
  await open(admin, 'Users')
  await admin.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(rowWith(admin, name, 'Invited')).toBeVisible()

  const page = await newGuest(browser)
  await page.goto(await mails.find(email, /(\/registration\/[\w-]+)/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
  await expectAccessible(page, 'invitation')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.context().close()
})

test('a role change takes a menu item away while somebody looks', async ({ browser }) => {
  const role = await call<Row>(admin, 'PUT', 'roles', {
    name: `Auditor ${run}`,
    permissions: ['can_view_audit', 'can_view_users'],
    available_roles: [],
  })
  const domain = await rowNamed(admin, 'domains', '')
  const email = addressOf('olga')
  await call(admin, 'PUT', 'users', {
    name: `Olga ${run}`,
    email,
    password,
    role: { id: role.id },
    domains: [{ id: domain.id }],
    is_active: true,
  })
  const page = await newGuest(browser)
  await signIn(page, { email, password })
  await open(page, 'Audit')
  const item = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', {
    name: 'Audit',
  })

  await admin.goto(`/roles/${role.id}/edit?tab=permissions`)
  await admin.getByRole('checkbox', { name: 'See the audit log' }).uncheck()
  await save(admin, role.name)
  await expect(page.getByText('Your rights have changed')).toBeVisible()
  await expect(item).toBeHidden()
  await expect(page.getByText('403')).toBeVisible()
  await page.context().close()
})

test('a dealer makes a project, helps in it for a while, and its audit log says so', async () => {
  const name = `Garden ${run}`
  await openNew(admin, 'Projects', 'New project')
  await admin.locator('#field-name').fill(name)
  await admin.locator('[id="field-administrator.name"]').fill(`Gerda ${run}`)
  await admin.locator('[id="field-administrator.email"]').fill(addressOf('gerda'))
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText(`${name} is made`)).toBeVisible()
  await mails.find(addressOf('gerda'), /(\/registration\/[\w-]+)/)

  await admin.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(admin.getByText('1 row', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: `Actions: ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Support session' }).click()
  await admin.getByLabel('Reason').fill(`The gate of ${run} does not open`)
  await admin.getByRole('button', { name: 'Enter', exact: true }).click()
  const bar = admin.getByText(`Support session in ${name}, ends in 60 min`)
  await expect(bar).toBeVisible()
  await open(admin, 'Audit')
  await admin.getByRole('row').nth(1).click()
  await expect(admin.getByRole('dialog')).toContainText(`The gate of ${run} does not open`)
  await expectAccessible(admin, 'support session')
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'End', exact: true }).click()
  await expect(bar).toBeHidden()
  await expect(admin.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})
