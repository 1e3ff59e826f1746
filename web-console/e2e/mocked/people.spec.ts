import { expect, test } from '@playwright/test'
import { enter, signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerPeople } from './people'

/** People, roles, profile, audit, blocking and projects, looked at and checked by axe. */
const PAGES = {
  users: [
    ['users', '/users'],
    ['user', '/users/2/edit'],
    ['user-markers', '/users/2/edit?tab=markers'],
    ['user-clients', '/users/2/edit?tab=clients'],
    ['user-import', '/users/import'],
    ['markers', '/markers'],
  ],
  roles: [
    ['roles', '/roles'],
    ['role-permissions', '/roles/3/edit?tab=permissions'],
    ['role-words', '/roles/3/edit?tab=words'],
  ],
  profile: [
    ['profile', '/profile'],
    ['profile-security', '/profile?tab=security'],
    ['profile-sessions', '/profile?tab=sessions'],
    ['profile-tokens', '/profile?tab=tokens'],
    ['profile-token-new', '/profile?tab=tokens&dialog=token'],
    ['service-tokens', '/general-settings?tab=serviceTokens'],
    ['service-token-new', '/general-settings?tab=serviceTokens&dialog=token'],
    ['profile-account', '/profile?tab=account'],
  ],
  'audit and projects': [
    ['audit', '/audit-events'],
    ['audit-drawer', '/audit-events?preview=90'],
    ['ip-blocking', '/general-settings?tab=ipBlocking'],
    ['projects', '/projects'],
    ['project-new', '/projects/add'],
  ],
} as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    for (const [group, pages] of Object.entries(PAGES)) {
      test(group, async ({ page }) => {
        await answerPeople(page, { locale: look.locale })
        await signInAs(page)
        await expect(page).toHaveURL(/home/)
        for (const [name, path] of pages) {
          await page.goto(path)
          await capture(page, `${look.name}-${name}`)
        }
      })
    }
  })
}

test('what the editor does not hold cannot be granted, and says why', async ({ page }) => {
  await answerPeople(page)
  await enter(page)
  await page.goto('/roles/3/edit?tab=permissions')
  await page.getByRole('searchbox', { name: 'Search rights' }).fill('grant')
  const box = page.getByRole('checkbox', { name: 'Grant rights that they do not hold' })
  await expect(box).toBeDisabled()
  await expect(page.getByRole('note', { name: /do not hold this right/ }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search rights' }).fill('See every user')
  await expect(page.getByRole('checkbox', { name: 'See every user' })).toBeEnabled()
})

test('a role that is in use stays, and what keeps it is shown', async ({ page }) => {
  await answerPeople(page)
  await enter(page)
  await page.goto('/roles')
  await page.getByRole('button', { name: 'Actions: Night concierge' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const kept = page.getByRole('dialog', { name: /left as it is/ })
  await expect(kept).toContainText('This action is not allowed')
  await expect(kept.getByRole('link', { name: 'Ivan Sidorov' })).toBeVisible()
  await expect(kept.getByRole('link', { name: 'and 3 more' })).toBeVisible()
  const provider = kept.getByRole('link', { name: 'the sign-in provider “Contoso”' })
  await expect(provider).toHaveAttribute('href', /general-settings\?tab=identityProvider/)
  await expect(kept.getByRole('link', { name: 'registration as “House owner”' })).toBeVisible()
  await capture(page, 'role-kept')
})

test('errors of a table are shown by the rows of the sheet, and nothing is imported', async ({
  page,
}) => {
  await answerPeople(page)
  await enter(page)
  await page.goto('/users/import')
  const make = page.getByRole('button', { name: 'Import', exact: true })
  await expect(make).toBeDisabled()
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email\nAnna,a@b.c\n'),
  })
  await page.getByRole('button', { name: 'Look at the table' }).click()
  for (const row of [
    /^2 email This serial number or e-mail is used already/,
    /^3 role This action is not allowed/,
    /^4 groups Not found: Riverside \/ House 9/,
    /^5 groups Several groups are called Riverside \/ House 1/,
  ]) {
    await expect(page.getByRole('row', { name: row })).toBeVisible()
  }
  await expect(make).toBeDisabled()
})

test('a dealer enters a project for a while, and leaves it', async ({ page }) => {
  await answerPeople(page)
  await enter(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions: Garden quarter' }).click()
  await page.getByRole('menuitem', { name: 'Support session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Support session in Garden quarter' })
  await dialog.getByLabel('Reason').fill('The gate does not open')
  await dialog.getByRole('button', { name: 'Enter' }).click()
  const bar = page.getByText('Support session in Garden quarter, ends in 60 min')
  await expect(bar).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(bar).toBeHidden()
  await expect(page).toHaveURL(/\/projects$/)
})

test('recovery codes are shown once an authenticator is on', async ({ page }) => {
  await answerPeople(page)
  await page.route('**/api/v0/profile/second-factors', (route) =>
    route.fulfill({ json: { is_totp_enabled: false, recovery_codes_left: 0, passkeys: [] } }),
  )
  await enter(page)
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Switch on the authenticator' }).click()
  await page.getByLabel('Your password').fill('demo')
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await page.getByLabel('Code that it shows now').fill('123456')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(codes).toBeHidden()
})
