import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { answerEstate, type EstateAnswers, type Sent } from './estate'
import { groupSettings, rowErrors } from './estateData'

const forwarding = groupSettings.sip_number

/** What groups and settings do in a browser, with answers of the tests' own. */
async function open(
  page: Parameters<typeof answerEstate>[0],
  answers?: EstateAnswers,
): Promise<Sent> {
  const sent = await answerEstate(page, answers)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  return sent
}

test('the tree opens at the first levels, and a deeper one when it is asked for', async ({
  page,
}) => {
  await open(page)
  await page.goto('/groups?tab=tree')
  await expect(page.getByRole('link', { name: 'North tower' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Flat 1', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Groups inside North tower' }).click()
  await expect(page.getByRole('link', { name: 'Flat 1', exact: true })).toBeVisible()
})

test('a group that is dragged onto another moves there after it was said what changes', async ({
  page,
}) => {
  const sent = await open(page)
  await page.goto('/groups?tab=tree')
  const row = (name: string) => page.locator('[draggable=true]', { hasText: name })
  await row('North tower').dragTo(row('South tower'))
  const dialog = page.getByRole('dialog', { name: 'Move North tower' })
  await expect(dialog).toContainText('7 groups, 12 users, 3 devices')
  await expect(dialog).toContainText('Administrators of these groups begin to see it')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('North tower is moved')).toBeVisible()
  expect(sent.last('PATCH /domains/2')).toEqual({ parent_id: 3 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent.last('PATCH /domains/2')).toEqual({ parent_id: 1 })
})

test('a move that meets an obstacle says it and cannot be made', async ({ page }) => {
  const sent = await open(page)
  sent.obstacle = 'domain with same type and logical address exists'
  await page.goto('/groups?tab=tree')
  // By keys alone, without a pointer.
  await page.getByRole('button', { name: 'Actions: North tower' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move North tower' })
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await dialog.getByText('To the root').click()
  await expect(dialog).toContainText('A group with the same type and logical address exists')
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
})

test('a group that something depends on stays, and what depends on it is named', async ({
  page,
}) => {
  const sent = await open(page)
  await page.goto('/groups?dialog=delete:2')
  const dialog = page.getByRole('dialog', { name: 'Delete North tower?' })
  await expect(dialog).toContainText('6 groups inside')
  await expect(dialog.getByRole('link', { name: 'Ivan Sidorov' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await page.goto('/groups?dialog=delete:5')
  const other = page.getByRole('dialog', { name: 'Delete Car park?' })
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1 group deleted')).toBeVisible()
  expect(sent.calls.some(({ key }) => key === 'DELETE /domains/5')).toBe(true)
})

test('the queues of a group are those of a number, but for the trunk: it is the group’s own', async ({
  page,
}) => {
  const sent = await open(page)
  await page.goto('/groups/2/edit?tab=forward')
  const words = page.getByRole('region', { name: 'Who rings when' }).getByRole('listitem')
  await expect(words.nth(0)).toContainText('101 · Concierge, 102 · Second desk')
  const last = page.getByRole('region', { name: 'Queue 3' })
  await expect(last.getByText('They are called through the trunk of the group.')).toBeVisible()
  await expect(last.getByText('Through the trunk', { exact: true })).toHaveCount(0)
  await page.getByRole('region', { name: 'Queue 1' }).getByLabel('Rings for').fill('50')
  await expect(words.nth(0)).toContainText('1. 0:00–0:50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: North tower')).toBeVisible()
  const { sip_number } = sent.last('PATCH /domains/2') as { sip_number: typeof forwarding }
  expect(sip_number.forward_rules[0]?.params.timeout).toBe(50)
  expect(sip_number.forward_rules.slice(1)).toEqual(forwarding.forward_rules.slice(1))
})

test('500 apartments are planned, renamed and saved; an obstacle prevents it', async ({ page }) => {
  const sent = await open(page)
  sent.isBlocked = true
  await page.goto('/groups?dialog=generate:2')
  const dialog = page.getByRole('dialog', { name: 'Generate groups in North tower' })
  await expect(dialog).toContainText('500 apartments')
  await expect(dialog).toContainText('A group with the same type and logical address exists')
  await expect(dialog.getByRole('button', { name: 'Make them' })).toBeDisabled()

  sent.isBlocked = false
  await dialog.getByLabel('On each').fill('20')
  await expect(dialog.getByRole('button', { name: 'Make them' })).toBeEnabled()
  await dialog.getByRole('textbox', { name: 'Name of Floor 1', exact: true }).fill('Ground floor')
  await dialog.getByRole('button', { name: 'Make them' }).click()
  await expect(page.getByText('525 groups made in North tower')).toBeVisible()
  const { items } = sent.last('POST /domains/2/generated') as { items: { name: string }[] }
  expect([items.length, items[0]!.name]).toEqual([525, 'Ground floor'])
})

test('a table is checked row by row before it is imported', async ({ page }) => {
  const sent = await open(page)
  sent.errors = rowErrors
  await page.goto('/groups?dialog=import:2')
  const dialog = page.getByRole('dialog', { name: 'Import into North tower' })
  const table = {
    name: 'structure.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('x'),
  }
  await dialog.locator('input[type=file]').setInputFiles(table)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('3 errors: nothing was changed')
  // The heading is row 1 of the table.
  await expect(dialog.getByRole('row', { name: /^5 e-mail Must be an e-mail/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  sent.errors = []
  await dialog.locator('input[type=file]').setInputFiles(table)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('Nothing is wrong')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('The table is imported')
  await expect(dialog).toContainText('New groups')
})

test('a structure is downloaded under the name that the server gives', async ({ page }) => {
  await open(page)
  await page.goto('/groups?dialog=export:2')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('North tower.xlsx')
})

test('settings send what changed; a secret that nobody touched is not among it', async ({
  page,
}) => {
  const sent = await open(page)
  await page.goto('/general-settings?tab=mail')
  await page.getByLabel('Password').focus()
  await page.getByLabel('Host').fill('mail.riverside.test')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The settings are saved')).toBeVisible()
  expect(sent.last('PATCH /settings/mail')).toEqual({ host: 'mail.riverside.test' })
})

test('a test mail says what the mail server said', async ({ page }) => {
  await open(page)
  await page.goto('/general-settings?tab=mail')
  const address = page.getByLabel('Address of the test mail')
  await address.fill('nobody@riverside.test')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('550 5.1.1 No such user here')).toBeVisible()
  await address.fill('anna@riverside.test')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('has taken the mail to anna@riverside.test')).toBeVisible()
})

test('unsaved settings are not lost to another tab without a question', async ({ page }) => {
  await open(page)
  await page.goto('/general-settings?tab=mail')
  await page.getByLabel('Host').fill('other')
  await page.getByRole('link', { name: 'SIP', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Host')).toHaveValue('other')
})

test('who may only look at the settings is told which right is missing', async ({ page }) => {
  await open(page, { isViewer: true })
  await page.goto('/general-settings')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(page.getByRole('form', { name: 'General' }).locator('p').first()).toContainText(
    /right|role/i,
  )
  await expect(page.getByRole('link', { name: 'Integrations' })).toHaveCount(0)
})

test('a macro goes where the caret is, and one that does not exist is named', async ({ page }) => {
  await open(page)
  await page.goto('/mail-templates/1/edit')
  const body = page.getByLabel('Text (HTML)')
  await body.fill('<p>Dear </p>')
  await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 8))
  await page.getByRole('button', { name: '{{name}}' }).click()
  await expect(body).toHaveValue('<p>Dear {{name}}</p>')
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await expect(mail.getByText('Dear Anna')).toBeVisible()
  await body.fill('{{salary}}')
  await expect(page.getByRole('alert').filter({ hasText: '{{salary}}' })).toBeVisible()
})
