import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerTelephony, type TelephonyAnswers } from './telephony'

/** Numbers, rules, lines, calls and the SIP service, looked at and checked by axe. */
const PAGES = {
  numbers: [
    ['numbers', '/virtual-numbers'],
    ['number-drawer', '/virtual-numbers?preview=2'],
    ['number-generate', '/virtual-numbers?dialog=generate'],
    ['number-form', '/virtual-numbers/2/edit'],
    ['number-queues', '/virtual-numbers/2/edit?tab=forward'],
    ['number-picked', '/virtual-numbers/4/edit?tab=forward'],
    ['number-new', '/virtual-numbers/add?device=2'],
  ],
  'forward rules': [
    ['rules', '/forward-rules'],
    ['rule-drawer', '/forward-rules?preview=1'],
    ['rule', '/forward-rules/1/edit'],
    ['rule-nights', '/forward-rules/2/edit'],
    ['rule-add', '/forward-rules/add'],
  ],
  trunks: [
    ['trunks', '/sip-trunks'],
    ['trunk-drawer', '/sip-trunks?preview=3'],
    ['trunk', '/sip-trunks/1/edit'],
  ],
  calls: [
    ['calls', '/call-history'],
    ['call-drawer', '/call-history?preview=79'],
    ['alarm-calls', '/devices/alarms-calls'],
    ['user-numbers', '/users/2/edit?tab=numbers'],
    ['user-calls', '/users/2/edit?tab=calls'],
    ['device-sip', '/devices/2/edit?tab=sip'],
    ['device-calls', '/devices/2/edit?tab=calls'],
  ],
  'the SIP service': [['sip-service', '/general-settings?tab=sip']],
} as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    for (const [subject, pages] of Object.entries(PAGES)) {
      test(subject, async ({ page }) => {
        test.setTimeout(180_000)
        await answerTelephony(page, { locale: look.locale })
        await signInAs(page)
        await expect(page).toHaveURL(/home/)
        for (const [name, path] of pages) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          if (path.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible()
          await capture(page, `${look.name}-phone-${name}`)
        }
      })
    }
  })
}

async function open(page: Page, path: string, answers: TelephonyAnswers = {}) {
  const telephony = await answerTelephony(page, answers)
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  telephony.sent.length = 0
  return telephony
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Who rings when' })

test.describe('the queue editor', () => {
  test('the_words_beside_the_picture_follow_the_fields', async ({ page }) => {
    await open(page, '/forward-rules/1/edit')
    const words = timeline(page).getByRole('listitem')
    await expect(words.nth(0)).toContainText('1. 0:00–0:30')
    await expect(words.nth(0)).toContainText('101 · Concierge, 102 · Second desk')
    await expect(words.nth(1)).toContainText('2. 0:15–1:00')
    await expect(words.nth(2)).toContainText('3. 1:00–1:40')
    await page.getByRole('region', { name: 'Queue 1' }).getByLabel('Rings for').fill('50')
    await expect(words.nth(0)).toContainText('1. 0:00–0:50')
  })

  test('a_queue_is_moved_by_the_keyboard_and_keeps_the_focus', async ({ page }) => {
    const { sent } = await open(page, '/forward-rules/1/edit')
    const up = page.getByRole('button', { name: 'Ring earlier: Queue 2' })
    await up.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('It is now queue 1')).toBeAttached()
    // It is the first now, so that only the way down is left.
    await expect(page.getByRole('button', { name: 'Ring later: Queue 1' })).toBeFocused()
    await expect(timeline(page).getByRole('listitem').nth(0)).toContainText('110 · Guard')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved: Front desk, then the guard')).toBeVisible()
    const rules = sent.at(-1)?.body.forward_rules as { numbers: string[] }[]
    expect(rules.map(({ numbers }) => numbers)).toEqual([['110'], ['101', '102'], []])
  })

  test('a_queue_that_rings_nobody_is_not_sent', async ({ page }) => {
    const { sent } = await open(page, '/forward-rules/add')
    await page.getByLabel('Name').fill('Nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Choose at least one')).toBeVisible()
    expect(sent).toEqual([])
  })

  test('numbers_are_picked_by_what_they_are_called', async ({ page }) => {
    const { sent } = await open(page, '/forward-rules/add')
    await page.getByLabel('Name').fill('Guard')
    await page.getByRole('button', { name: 'Choose: Virtual numbers' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('guard')
    await dialog.getByRole('button', { name: '110 · Guard', exact: false }).first().click()
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent.at(-1)?.key).toBe('PUT forward-rules')
    expect(sent.at(-1)?.body).toMatchObject({
      name: 'Guard',
      forward_rules: [{ numbers: ['110'], redirect_if_no_answer: { timeout: 10 } }],
    })
  })

  test('a_day_shows_which_queues_are_due', async ({ page }) => {
    await open(page, '/forward-rules/2/edit')
    const picture = timeline(page)
    await expect(picture.getByText('From 0:30 to 0:40 nobody rings.')).toBeVisible()
    await picture.getByRole('combobox', { name: 'When somebody calls: day' }).click()
    await page.getByTitle('Sunday').click()
    await expect(picture.getByRole('listitem').nth(0)).toContainText('2. 0:00–1:00')
  })
})

test.describe('virtual numbers', () => {
  test('a_taken_number_is_told_on_its_field', async ({ page }) => {
    await open(page, '/virtual-numbers/add?user=2')
    await expect(page.getByRole('button', { name: 'Remove Bram de Vries' })).toBeVisible()
    await page.locator('#field-number').fill('101')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This virtual number is not free')).toBeVisible()
  })

  test('a_made_password_passes_and_an_untouched_one_is_not_sent', async ({ page }) => {
    const { sent } = await open(page, '/virtual-numbers/3/edit')
    await page.locator('#field-name').fill('Third desk')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => sent.at(-1))
      .toEqual({
        key: 'PATCH sip-numbers/3',
        body: { name: 'Third desk' },
      })
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent.at(-1)?.body.password).toMatch(/^[\dA-Za-z]{16}$/)
  })

  test('what_could_not_be_deleted_is_reported_with_the_reason', async ({ page }) => {
    await open(page, '/virtual-numbers')
    for (const name of ['100 · Front desk', '1002 · Flat 2']) {
      await page.getByRole('row', { name }).getByRole('checkbox').check()
    }
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const report = page.getByRole('dialog', { name: '1 item was left as it is' })
    await expect(report).toContainText('100 · Front desk')
    await expect(report).toContainText('the general number of a group cannot be deleted')
  })

  test('the_general_number_of_a_group_cannot_be_deleted', async ({ page }) => {
    await open(page, '/virtual-numbers')
    await page.getByRole('button', { name: 'Actions: 100 · Front desk' }).click()
    const item = page.getByRole('menuitem', { name: 'Delete' })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
  })

  test('generated_numbers_can_be_shown_at_once', async ({ page }) => {
    const { sent } = await open(page, '/virtual-numbers?dialog=generate')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose: Group' }).click()
    const picker = page.getByRole('dialog', { name: 'Group', exact: true })
    await picker.getByRole('searchbox').fill('north')
    await picker.getByRole('button', { name: /^North tower/ }).click()
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByText('10 numbers made: 120 to 129')).toBeVisible()
    expect(sent.at(-1)?.body).toMatchObject({ domain: { id: 2 }, count: 10, is_active: true })
    await page.getByRole('button', { name: 'Show them' }).click()
    await expect(page).toHaveURL(/filters=.*129/)
  })

  test('who_may_not_activate_or_mark_as_system_is_told_why', async ({ page }) => {
    const without = ['can_activate_sip_number', 'can_mark_system_sip_number']
    await open(page, '/virtual-numbers/3/edit', { without })
    await expect(page.locator('#field-is_active')).toBeDisabled()
    await expect(page.locator('#field-is_system')).toBeDisabled()
    await page.goto('/virtual-numbers/7/edit')
    await expect(page.locator('#field-name')).toBeDisabled()
  })
})

test('a_trunk_that_registers_needs_a_login_and_a_password', async ({ page }) => {
  const { sent } = await open(page, '/sip-trunks/2/edit')
  await page.getByRole('switch', { name: 'Registers at the provider' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required')).toHaveCount(2)
  expect(sent).toEqual([])
})

test('without_the_licence_there_is_no_telephony', async ({ page }) => {
  await open(page, '/home', { features: ['sip'] })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Virtual numbers' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'SIP trunks' })).toHaveCount(0)
  await page.goto('/sip-trunks')
  await expect(page.getByText('No access to this page')).toBeVisible()
})

test('a_restart_is_confirmed_and_its_end_is_followed', async ({ page }) => {
  const { sent, push } = await open(page, '/general-settings?tab=sip')
  const service = page.getByRole('region', { name: 'SIP service' })
  await expect(service.getByRole('status')).toHaveText('Running')
  await service.getByRole('button', { name: 'Restart' }).click()
  expect(sent).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(service.getByRole('status')).toHaveText('Restarting')
  await expect(service.getByRole('button', { name: 'Reinitialise' })).toBeDisabled()
  push({ type: 'sip_reboot_completed', notification: { significance: 'normal' } })
  await expect(service.getByRole('status')).toHaveText('Running')
})

test('a_part_that_does_not_answer_says_why', async ({ page }) => {
  await open(page, '/general-settings?tab=sip', { isDegraded: true })
  const service = page.getByRole('region', { name: 'SIP service' })
  await expect(service.getByRole('status')).toHaveText('A part is missing')
  await expect(service.getByText('no answer within 2 s')).toBeVisible()
})

test('calls_show_their_way_and_how_long_people_talked', async ({ page }) => {
  await open(page, '/users/2/edit?tab=calls')
  const rows = page.getByRole('tabpanel', { name: 'Calls' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('North tower lobby')
  await expect(rows.nth(0)).toContainText('1 h 2 min')
  await expect(rows.nth(0).getByRole('img', { name: 'Incoming' })).toBeVisible()
  await expect(rows.nth(1).getByRole('img', { name: 'Outgoing' })).toBeVisible()
})
