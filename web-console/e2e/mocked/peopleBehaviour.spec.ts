import { expect, test, type Page } from '@playwright/test'
import { enter } from './api'
import { answerPeople } from './people'
import { banned, ownTokens, sessions } from './peopleData'

interface Change {
  key: string
  body: unknown
}

/**
 * Opens a page of people and their rights. What is sent to it is noted and answered: by what is
 * given here under its method and path, else with nothing.
 */
async function open(
  page: Page,
  path: string,
  answers: Record<string, (body: never) => object> = {},
): Promise<Change[]> {
  const changes: Change[] = []
  await answerPeople(page)
  // What pops up would lie over the buttons.
  await page.route('**/api/v0/notifications/unread', (route) =>
    route.fulfill({ json: { items: [], total: 0, important: [] } }),
  )
  await page.route('**/api/v0/**', (route) => {
    const request = route.request()
    const key = `${request.method()} ${new URL(request.url()).pathname.replace('/api/v0/', '')}`
    const isChange = /^(PATCH|PUT|DELETE) |revoke|unban/.test(key)
    if (!isChange && !answers[key]) return route.fallback()
    const body: unknown = request.headers()['content-type']?.includes('json')
      ? request.postDataJSON()
      : null
    if (isChange) changes.push({ key, body })
    return route.fulfill({ json: answers[key]?.(body as never) ?? {} })
  })
  await enter(page)
  await page.goto(path)
  return changes
}

const saysDone = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

const TABLE = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnna\n') }

test('one session is signed out, then all the others, in each of the projects', async ({
  page,
}) => {
  let left = sessions
  const changes = await open(page, '/profile?tab=sessions', {
    'GET profile/sessions': () => ({ items: left }),
    'DELETE profile/sessions/2': () => {
      left = left.filter(({ id }) => id !== 2)
      return {}
    },
    'POST profile/sessions/revoke-others': () => {
      left = left.slice(0, 1)
      return { revoked: 1 }
    },
  })
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText('Garden quarter')
  await rows.nth(1).getByRole('button').click()
  await saysDone(page, 'Signed out there')
  await expect(rows).toHaveCount(2)
  const others = page.getByRole('main').getByRole('button', { name: 'Sign out all others' })
  await others.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Only this browser stays signed in')
  const approve = question.getByRole('button', { name: 'Sign out all others' })
  // The dialog has come to rest.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await approve.click()
  await expect(rows).toHaveCount(1)
  await expect(others).toBeDisabled()
  await expect(rows.nth(0)).not.toContainText('Riverside')
  expect(changes.map(({ key }) => key)).toEqual([
    'DELETE profile/sessions/2',
    'POST profile/sessions/revoke-others',
  ])
})

test('a project is suspended after a question, and resumed without one', async ({ page }) => {
  const changes = await open(page, '/projects')
  await page.getByRole('button', { name: 'Actions: Garden quarter' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  const question = page.getByRole('dialog', { name: 'Suspend Garden quarter?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(changes).toEqual([])
  await page.getByRole('button', { name: 'Actions: Garden quarter' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await question.getByRole('button', { name: 'Suspend' }).click()
  await saysDone(page, 'Suspended: Garden quarter')
  await page.getByRole('button', { name: 'Actions: Old mill' }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await saysDone(page, 'Running again: Old mill')
  expect(changes).toEqual([
    { key: 'PATCH projects/2', body: { is_suspended: true } },
    { key: 'PATCH projects/3', body: { is_suspended: false } },
  ])
})

test('one address is let in, then all of them', async ({ page }) => {
  let left = banned
  await open(page, '/general-settings?tab=ipBlocking', {
    'GET ip-blocking/banned': () => ({ items: left, total: left.length, page: 1, size: 20 }),
    'POST ip-blocking/unban': ({ ip }: { ip: string }) => {
      left = left.filter((each) => each.ip !== ip)
      return {}
    },
    'POST ip-blocking/unban-all': () => {
      const unbanned = left.length
      left = []
      return { unbanned }
    },
  })
  const list = page.getByRole('region', { name: 'Banned now' })
  await list.getByRole('button', { name: 'Let in: 203.0.113.9' }).click()
  await saysDone(page, 'Let in: 203.0.113.9')
  await expect(list.getByText('203.0.113.9')).toBeHidden()
  await list.getByRole('button', { name: 'Let all in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Let all in' }).click()
  await saysDone(page, '1 address let in')
  await expect(list.getByText('No address is banned').first()).toBeVisible()
  await expect(list.getByRole('button', { name: 'Let all in' })).toBeDisabled()
})

test('an address is trusted, and no longer trusted; what is none is told at its field', async ({
  page,
}) => {
  const changes = await open(page, '/general-settings?tab=ipBlocking')
  const list = page.getByRole('region', { name: 'Never banned' })
  await list.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByLabel('Address or network').fill('the office')
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await expect(dialog).toContainText('Must be an IP address or a network')
  await dialog.getByLabel('Address or network').fill('198.51.100.0/24')
  await dialog.getByLabel('What it is').fill('The gatehouse')
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await saysDone(page, 'Added: 198.51.100.0/24')
  await list.getByRole('button', { name: 'Remove 192.0.2.0/24' }).click()
  await saysDone(page, 'Removed: 192.0.2.0/24')
  expect(changes).toEqual([
    {
      key: 'PUT ip-blocking/whitelist',
      body: { address: '198.51.100.0/24', description: 'The gatehouse' },
    },
    { key: 'DELETE ip-blocking/whitelist/1', body: null },
  ])
})

test('of the limits of blocking only what was changed is sent, in seconds', async ({ page }) => {
  const changes = await open(page, '/general-settings?tab=ipBlocking')
  await page.getByLabel('A ban lasts, minutes').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await saysDone(page, 'The settings are saved')
  expect(changes).toEqual([{ key: 'PATCH ip-blocking/status', body: { ban_seconds: 5400 } }])
})

test('a table in which nothing is wrong is looked at, then imported', async ({ page }) => {
  const asked: string[] = []
  await open(page, '/users/import')
  await page.route('**/api/v0/users/import', async (route) => {
    asked.push(/name="dry_run"\s+true/.test(route.request().postData() ?? '') ? 'look' : 'import')
    await route.fulfill({ json: { rows: 3, created: 3, errors: [] } })
  })
  await page.locator('input[type=file]').setInputFiles(TABLE)
  await page.getByRole('button', { name: 'Look at the table' }).click()
  await expect(page.getByText('3 users would be made of 3 rows. Nothing is wrong.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 users' }).click()
  await saysDone(page, '3 users made')
  await expect(page).toHaveURL(/\/users\?sort=-created_at/)
  expect(asked).toEqual(['look', 'import'])
})

for (const [locale, text] of [
  ['en', 'The content of the file is wrong: Missing column: name'],
  ['ru', /: .+ name$/],
] as const) {
  test(`what is wrong with the file as a whole is said, in ${locale}`, async ({ page }) => {
    await answerPeople(page, { locale })
    const data = { fields: { file: 'missing column: name' } }
    await page.route('**/api/v0/users/import', (route) =>
      route.fulfill({
        status: 409,
        json: { message: 'wrong file body', code: 'wrong_file_body', data },
      }),
    )
    await enter(page)
    await page.goto('/users/import')
    await page.locator('input[type=file]').setInputFiles(TABLE)
    await page.getByRole('button', { name: /^(Look at the table|Проверить таблицу)$/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  })
}

test('users of chosen groups are exported in the chosen format', async ({ page }) => {
  await open(page, '/users')
  let asked = ''
  await page.route(/\/users\/export/, async (route) => {
    asked = new URL(route.request().url()).search
    await route.fulfill({
      body: 'name',
      headers: { 'content-disposition': 'attachment; filename="people-of-riverside.csv"' },
    })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Format').click()
  await page.getByText('Text (csv)').click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('people-of-riverside.csv')
  expect(asked).toContain('format=csv')
  await expect(dialog).toBeHidden()
})

test('the audit log is narrowed to one action, and what is shown is downloaded', async ({
  page,
}) => {
  const asked: URL[] = []
  await open(page, '/audit-events')
  await page.route(/\/audit-events(\/download)?\?/, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    if (!url.pathname.endsWith('/download')) return route.fallback()
    return route.fulfill({
      body: 'id',
      headers: { 'content-disposition': 'attachment; filename="audit-2026.xlsx"' },
    })
  })
  await expect(page.getByText('Sign-in failed').first()).toBeVisible()
  await page.getByRole('button', { name: /Filter$/ }).click()
  const filter = page.getByRole('form', { name: 'Filter' })
  await filter.getByLabel('Field').click()
  await page.getByTitle('Action', { exact: true }).last().click()
  await filter.getByLabel('Value').click()
  await page.getByTitle('Sign-in failed').last().click()
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filters=.*fail/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /xlsx/i }).click()
  expect((await download).suggestedFilename()).toBe('audit-2026.xlsx')
  const wanted = asked.at(-1)?.searchParams
  expect(wanted?.get('export_format')).toBe('xlsx')
  expect(JSON.parse(wanted?.get('filters') ?? '{}')).toMatchObject({
    items: [{ field: 'action', value: 'fail' }],
  })
})

test('a token is made with the rights that were chosen, shown once, and revoked', async ({
  page,
}) => {
  let tokens: object[] = ownTokens.slice(0, 2)
  let sent: Record<string, unknown> = {}
  const changes = await open(page, '/profile?tab=tokens', {
    'GET profile/tokens': () => ({ items: tokens }),
    'POST profile/tokens': (body: Record<string, unknown>) => {
      sent = body
      const item = { ...ownTokens[0]!, id: 9, name: 'Reports', last_used_at: null }
      tokens = [item, ...tokens]
      return { token: 'vst_3fQxSecretSecretSecretSecretSecretSecretSec', item }
    },
    'DELETE profile/tokens/9': () => {
      tokens = tokens.slice(1)
      return {}
    },
  })
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('never used')

  await page.getByRole('button', { name: 'Make a token' }).click()
  await expect(page).toHaveURL(/dialog=token/)
  const dialog = page.getByRole('dialog', { name: 'Make a token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await dialog.getByLabel('Your password').fill('a-long-password')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const shown = page.getByRole('dialog', { name: 'The new token' })
  await expect(shown).toContainText('vst_3fQxSecretSecretSecretSecretSecretSecretSec')
  await expect(shown).toContainText('shown only now')
  expect(sent).toMatchObject({
    name: 'Reports',
    scopes: ['read_only'],
    password: 'a-long-password',
  })
  // Neither a key nor a click beside it loses the token.
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await expect(shown).toBeHidden()
  await expect(page.getByText('SecretSecret')).toHaveCount(0)

  await expect(rows).toHaveCount(3)
  await rows.nth(0).getByRole('button', { name: 'Revoke the token Reports' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke the token Reports' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await saysDone(page, 'Token revoked: Reports')
  await expect(rows).toHaveCount(2)
  expect(changes.map(({ key }) => key)).toEqual(['DELETE profile/tokens/9'])
})

test('a token of the project shows what it acts as, and needs a role', async ({ page }) => {
  await open(page, '/general-settings?tab=serviceTokens')
  const row = page.getByRole('listitem').filter({ hasText: 'Property management' })
  await expect(row).toContainText('Role: Concierge')
  await expect(row).toContainText('Groups: North tower, another group')
  await page.getByRole('button', { name: 'Make a service token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a service token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Barrier')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
})
