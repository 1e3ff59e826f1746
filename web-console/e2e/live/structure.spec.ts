/**
 * A building of 500 apartments, from a plan to the tree, its move to another place, and people who
 * come by a table. The steps build on each other; what they make has names of its own, so that they
 * can run again and again.
 */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { open, openFound, openNew, pick, save, select, signedIn } from './support/console'
import { newCard } from './support/card'
import { accountOf } from './support/platform'
import { structure } from './support/sheet'

const run = Date.now().toString(36)
const names = { building: `Estate ${run}`, site: `Campus ${run}`, user: `Nora ${run}` }
/** Four digits that hardly any other run has used. */
const address = String(1_000 + (Date.now() % 9_000))

const house = { 'group path': 'House', type: 'building', 'logical address': '1' }
const nora = {
  'group path': 'House / Flat 7',
  type: 'apartment',
  'logical address': '7',
  'user name': names.user,
  'e-mail': `nora.${run}@example.com`,
  role: 'user',
  'card dec': newCard().dec,
}

test.describe.configure({ mode: 'serial' })

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await page.context().close()
})

test('1: a site and a building are made', async () => {
  await openNew(page, 'Groups', 'New group')
  await page.getByLabel('Name', { exact: true }).fill(names.site)
  await save(page, names.site)
  await openNew(page, 'Groups', 'New group')
  await page.getByLabel('Name', { exact: true }).fill(names.building)
  await select(page, 'Type', 'building')
  await page.getByLabel('Logical address').fill(address)
  await save(page, names.building)
})

test('2: 500 apartments are planned, looked at and made at once', async () => {
  await openFound(page, 'Groups', names.building)
  await action('Generate groups…')
  const dialog = page.getByRole('dialog', { name: `Generate groups in ${names.building}` })
  const level = (name: string) => dialog.getByRole('group', { name, exact: true })
  await level('Entrances').getByLabel('In each').fill('5')
  await level('Floors').getByLabel('In each').fill('5')
  await level('Apartments').getByLabel('On each').fill('20')
  await expect(dialog).toContainText('500 apartments')
  await expect(dialog).toContainText('530 groups')
  await expectAccessible(page, 'plan of 500 apartments')
  await dialog.getByRole('button', { name: 'Make them' }).click()
  await expect(page.getByText(`530 groups made in ${names.building}`)).toBeVisible()
})

test('3: what was made stands in the tree', async () => {
  await page.goto('/groups?tab=tree')
  // Roots are open at first.
  await page.getByRole('list', { name: names.building }).getByRole('button').first().click()
  await expect(page.getByRole('list', { name: /^entrance 0*1$/i })).toBeVisible()
  await expectAccessible(page, 'tree with 530 new groups')
})

test('4: the building moves with everything in it, and the move is taken back', async () => {
  await openFound(page, 'Groups', names.building)
  await action('Move to…')
  const dialog = page.getByRole('dialog', { name: `Move ${names.building}` })
  await dialog.getByRole('button', { name: 'Choose: Into' }).click()
  await pick(page.getByRole('dialog', { name: 'Into' }), names.site, false)
  await expect(dialog).toContainText('531 groups')
  await expect(dialog).toContainText(names.site)
  await expectAccessible(page, 'preview of a move')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`${names.building} is moved`)).toBeVisible()
  // The dialog names the new place too, for as long as it closes.
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page.getByRole('button', { name: `Remove ${names.site}` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Remove ${names.site}` })).toBeHidden()
})

test('5: a building that has something inside is not deleted, and says what', async () => {
  await openFound(page, 'Groups', names.building)
  await action('Delete…')
  const dialog = page.getByRole('dialog', { name: `Delete ${names.building}?` })
  await expect(dialog).toContainText('5 groups inside')
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('6: a table with mistakes is refused row by row, and changes nothing', async () => {
  await openFound(page, 'Groups', names.site)
  await action('Import structure…')
  await table([house, { ...nora, 'e-mail': 'nora at example', role: 'No such role' }])
  const dialog = page.getByRole('dialog', { name: `Import into ${names.site}` })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('nothing was changed')
  await expect(dialog.getByRole('row', { name: /^3 e-mail Must be an e-mail/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^3 role/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectAccessible(page, 'table with mistakes')
})

test('7: the corrected table is imported whole', async () => {
  await table([house, nora])
  const dialog = page.getByRole('dialog', { name: `Import into ${names.site}` })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('Nothing is wrong')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('The table is imported')
  await expectAccessible(page, 'imported table')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await open(page, 'Users')
  await page.getByRole('searchbox', { name: 'Search' }).fill(names.user)
  await expect(page.getByRole('link', { name: names.user, exact: true })).toBeVisible()
})

test('8: the same table again changes nothing', async () => {
  await openFound(page, 'Groups', names.site)
  await action('Import structure…')
  await table([house, nora])
  const dialog = page.getByRole('dialog', { name: `Import into ${names.site}` })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('Nothing is wrong')
  await expect(dialog.getByText('There already').locator('..')).toContainText('2')
})

/** Puts a table into the dialog that is open. */
async function table(rows: Parameters<typeof structure>[1]) {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(structure('people.xlsx', rows))
}

/** Chooses from the menu of the form. */
async function action(name: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}
