/**
 * A lift, from its controller to a person's floors: an installer maps the floors, a manager gives
 * somebody the roof, and the rule says what that person gets. What is made has names of its own.
 */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { call, rowNamed } from './support/calls'
import {
  choose,
  newGuest,
  open,
  openFound,
  openNew,
  pick,
  rowWith,
  save,
  signIn,
} from './support/console'
import { accountOf } from './support/platform'

const run = Date.now().toString(36)
const names = {
  controller: `Machine room ${run}`,
  elevator: `Lift ${run}`,
  rule: `Roof ${run}`,
}
const GROUP = 'Building 1'
const PERSON = 'Anna Petrova'

test.describe.configure({ mode: 'serial' })

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await newGuest(browser)
  await signIn(page, accountOf('administrator'))
  const group = await rowNamed(page, 'domains', GROUP)
  await call(page, 'PUT', 'devices', {
    name: names.controller,
    type: 'liftcontroller',
    model: 'EVRC-IP',
    serial_number: `EVRC-${run}`,
    domain: { id: group.id },
    protocol: 'mqtt',
    device_settings: { lift_controller: { enabled: true, settings: { device_mode: 'call-up' } } },
  })
})

test.afterAll(async () => {
  await page.context().close()
})

test('1: an installer makes a lift of a controller, and maps its floors', async () => {
  await openNew(page, 'Elevators', 'New elevator')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.elevator)
  await choose(page, 'Group', GROUP)
  await choose(page, 'Controllers', names.controller, true)
  await page.getByRole('button', { name: 'Edit floors' }).click()
  const floors = page.getByRole('dialog', { name: 'Floors and relays' })
  await floors.getByRole('spinbutton', { name: 'How many floors' }).fill('4')
  await floors.getByRole('button', { name: 'Add 4 floors on top' }).click()
  await floors.getByRole('textbox', { name: 'Name, floor 4' }).fill('Roof')
  await floors.getByRole('combobox', { name: 'Who may go, floor 1' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Everybody' }).click()
  await floors.getByRole('textbox', { name: 'Apartments, floor 2' }).fill('01-05')
  await expectAccessible(page, 'floors and relays')
  await floors.getByRole('button', { name: 'Save floors' }).click()
  await expect(floors).toBeHidden()
  await expect(rowWith(page, 'Roof')).toContainText('4')
  await expect(rowWith(page, '01-05')).toBeVisible()
  await save(page, names.elevator)
  await expect(page.getByRole('list', { name: 'Controllers' })).toContainText(names.controller)
  await expectAccessible(page, 'form of an elevator')
})

test('2: the list has it with its floors, and a controller that is away cannot be called', async () => {
  await open(page, 'Elevators')
  await expect(rowWith(page, names.elevator)).toContainText(names.controller)
  await expect(rowWith(page, names.elevator)).toContainText('4')
  await expectAccessible(page, 'elevators')
  await openFound(page, 'Elevators', names.elevator)
  await page.getByRole('button', { name: 'Call to floor 4' }).click()
  await expect(page.getByText('The device or service is not available')).toBeVisible()
})

test('3: a manager gives somebody the roof, and sees what that person gets', async () => {
  await openNew(page, 'Elevator rules', 'New elevator rule')
  await page.getByRole('textbox', { name: 'Name' }).fill(names.rule)
  await choose(page, 'Users', PERSON, true)
  await page.getByRole('button', { name: 'Add elevators' }).click()
  await pick(page.getByRole('dialog', { name: 'Elevators and floors' }), names.elevator, true)
  await page.getByRole('button', { name: 'Floor 4, Roof' }).click()
  await expect(page.getByText(`${PERSON} may go to floor 4 of ${names.elevator}.`)).toBeVisible()
  const ways = rowWith(page, PERSON).getByRole('cell')
  await expect(ways.nth(0)).toHaveAccessibleName('For everybody')
  await expect(ways.nth(1)).toHaveAccessibleName('Not by a rule')
  await expect(ways.nth(3)).toHaveAccessibleName('By this rule')
  await expectAccessible(page, 'form of an elevator rule')
  await save(page, names.rule)
  await expect(rowWith(page, names.rule)).toContainText(`${names.elevator}: 4`)
  await expectAccessible(page, 'elevator rules')
})

test('4: the log of lifts is there, and the lift is found by the rule that names it', async () => {
  await open(page, 'Elevator events')
  await expectAccessible(page, 'elevator events')
  await openFound(page, 'Elevators', names.elevator)
  await page.locator('#page').getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(rowWith(page, names.rule)).toBeVisible()
})
