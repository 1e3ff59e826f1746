import { expect, test, type Locator, type Page } from '@playwright/test'
import { answerAccess, profile } from './access'
import { signInAs } from './api'
import { capture, LOOKS } from './looks'

/** Users, identifiers, schedules, rules and explanations, looked at and checked by axe. */
const PAGES = {
  users: [
    ['users', '/users'],
    ['user-drawer', '/users?preview=2'],
    ['user-page', '/users/2'],
    ['user-give', '/users/2?dialog=give'],
    ['user-form', '/users/2/edit'],
    ['user-identifiers', '/users/2/edit?tab=identifiers'],
    ['user-password', '/users/2/edit?dialog=password'],
    ['user-new', '/users/add'],
  ],
  identifiers: [
    ['identifiers', '/identifiers'],
    ['identifier-drawer', '/identifiers?preview=1'],
    ['identifier-form', '/identifiers/1/edit'],
    ['identifier-face', '/identifiers/3/edit'],
    ['identifier-qr', '/identifiers?dialog=qr%3A8'],
    ['identifier-revoked', '/identifiers/4/edit'],
    ['identifier-limits', '/identifiers/8/edit'],
  ],
  schedules: [
    ['schedules', '/schedules'],
    ['schedule-form', '/schedules/1/edit'],
    ['schedule-monthly', '/schedules/4/edit'],
    ['schedule-new', '/schedules/add'],
  ],
  rules: [
    ['access-rules', '/access-rules'],
    ['rule-drawer', '/access-rules?preview=1'],
    ['rule-form', '/access-rules/1/edit'],
    ['rule-forbids', '/access-rules/3/edit'],
    ['rule-new', '/access-rules/add'],
  ],
  explanations: [
    ['check-empty', '/access-check'],
    ['check-no-rule', '/access-check?user_id=7&device_id=2'],
    ['check-allowed', '/access-check?user_id=5&device_id=1&lock_number=1'],
    ['check-denied', '/access-check?identifier_id=6&device_id=3&time=2026-11-20T20:00:00Z'],
  ],
} as const

for (const look of LOOKS) {
  for (const [subject, pages] of Object.entries(PAGES)) {
    test(`${subject} in ${look.name}`, async ({ browser }) => {
      test.setTimeout(180_000)
      const context = await browser.newContext({
        viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
        hasTouch: look.width < 400,
        timezoneId: 'Europe/Amsterdam',
      })
      const page = await context.newPage()
      await page.addInitScript(({ theme, locale }) => {
        localStorage.setItem('theme', JSON.stringify(theme))
        localStorage.setItem('userLocale', JSON.stringify(locale))
      }, look)
      await answerAccess(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      for (const [name, path] of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('.ant-skeleton')).toHaveCount(0)
        await capture(page, `${look.name}-${name}`)
      }
      await context.close()
    })
  }
}

test.describe('what the pages do', () => {
  const open = async (page: Page, path: string) => {
    const sent = await answerAccess(page)
    await signInAs(page)
    await expect(page).toHaveURL(/home/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    sent.length = 0
    return sent
  }

  test('a_user_without_a_group_is_not_sent', async ({ page }) => {
    const sent = await open(page, '/users/add')
    await page.locator('[id="field-name"]').fill('Ivan')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Choose at least one group')).toBeVisible()
    expect(sent).toEqual([])
  })

  test('an_untouched_password_is_not_sent', async ({ page }) => {
    const sent = await open(page, '/users/2/edit')
    await page.locator('[id="field-profile.address"]').fill('Quay 13')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved: Bram de Vries')).toBeVisible()
    expect(sent).toEqual([
      { key: 'PATCH users/2', body: { profile: { phone: '+31201234567', address: 'Quay 13' } } },
    ])
  })

  test('a_face_says_how_many_doors_have_learned_it_and_a_refused_one_is_sent_again', async ({
    page,
  }) => {
    const sent = await open(page, '/identifiers/3/edit')
    await expect(page.getByText('Learned 2 of 4')).toBeVisible()
    await page.getByRole('button', { name: 'Car park barrier' }).click()
    await expect(page.getByText('Has refused the face')).toBeVisible()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('The face is sent again')).toBeVisible()
    expect(sent.map(({ key }) => key)).toEqual(['POST identifiers/3/devices/3/retry'])
  })

  test('what_is_wrong_with_a_photo_is_drawn_on_it', async ({ page }) => {
    await open(page, '/identifiers/3/edit')
    await page.getByRole('button', { name: 'Replace the photo' }).click()
    const dialog = page.getByRole('dialog')
    const image = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 400
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    const buffer = Buffer.from(image, 'base64')
    const file = { name: 'face.png', mimeType: 'image/png', buffer }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Send the photo' }).click()
    await expect(dialog.getByRole('alert')).toContainText('several faces')
    await expect(dialog.locator('span[style*="left: 18.75%"]')).toHaveCount(1)
    await capture(page, 'identifier-photo-refused')
  })

  test('a_second_factor_is_removed_only_after_a_confirmation', async ({ page }) => {
    const sent = await open(page, '/users/2/edit')
    await page.getByRole('button', { name: 'Remove second factor' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Remove the second factor of Bram de Vries?')
    await expect(dialog).toContainText('They are signed out everywhere')
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Remove second factor' }).click()
    await expect(page.getByText('Second factor removed: Bram de Vries')).toBeVisible()
    expect(sent).toEqual([{ key: 'DELETE users/2/second-factors', body: {} }])
    await page.goto('/users/3/edit')
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove second factor' })).toHaveCount(0)
  })

  test('only_the_languages_of_the_project_are_offered', async ({ page }) => {
    await open(page, '/profile')
    const inEnglish = { name: 'EN', exact: true }
    await expect(page.getByRole('button', inEnglish)).toBeVisible()
    await page.route('**/api/v0/profile', async (route) => {
      const only = { ...profile, locale: 'en', locales: ['en'] }
      await route.fulfill({ json: only })
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', inEnglish)).toHaveCount(0)
    await page.locator('#field-locale').click()
    await expect(page.getByRole('option')).toHaveText(['en'])
  })

  test('a_card_shows_both_of_its_forms_while_it_is_typed', async ({ page }) => {
    await open(page, '/identifiers/add?owner=3')
    await page.locator('#field-value').fill('00-d5-07-d0')
    await expect(page.getByText('0013961168')).toBeVisible()
    await expect(page.getByText('00-D5-07-D0')).toBeVisible()
    await expect(page.getByText('Chen Wei').first()).toBeVisible()
  })

  test('a_card_is_revoked_only_after_a_confirmation', async ({ page }) => {
    const sent = await open(page, '/identifiers/1/edit')
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('cannot be undone')
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Revoked: Bram, blue card')).toBeVisible()
    expect(sent).toEqual([{ key: 'POST identifiers/1/revoke', body: {} }])
  })

  test('a_preset_is_said_in_words_and_previewed', async ({ page }) => {
    const sent = await open(page, '/schedules/add')
    await page.getByRole('button', { name: 'Weekend' }).click()
    await expect(page.getByText('Weekends, all day')).toBeVisible()
    await expect
      .poll(() => sent.at(-1)?.body.time_rule)
      .toMatchObject({ repeat_custom_weekdays: ['sat', 'sun'], is_all_day: true })
  })

  test('a_question_is_in_the_address', async ({ page }) => {
    const sent = await open(page, '/access-check?user_id=5&device_id=1&lock_number=1')
    await expect(page.getByRole('heading', { name: 'The door opens' })).toBeVisible()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect
      .poll(() => sent.at(-1))
      .toEqual({ key: 'POST access-check', body: { user_id: 5, device_id: 1, lock_number: 1 } })
    await page.getByRole('link', { name: 'Staff by day' }).click()
    await expect(page).toHaveURL('/access-rules/1/edit')
  })

  test('what_a_rule_would_change_is_shown_before_it_is_saved', async ({ page }) => {
    const sent = await open(page, '/access-rules/1/edit')
    const panel = page.getByRole('region', { name: 'What changes' })
    // What lies below the fold comes after the rest of the form.
    await expect(page.locator('#field-name')).toHaveValue('Staff by day')
    await panel.getByRole('button', { name: 'Show' }).press('Enter')
    await expect(panel.getByText('1 person gets 1 door')).toBeVisible()
    await expect(panel.getByText('2 people lose 1 door')).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    expect(sent.map(({ key }) => key)).toEqual(['POST access-matrix/impact'])
    expect(sent[0]?.body).toMatchObject({ id: 1, access_rule: { name: 'Staff by day' } })
    await capture(page, 'rule-impact')
  })

  test('a_card_for_the_lobby_on_weekdays_takes_at_most_8_clicks', async ({ page }) => {
    const sent = await open(page, '/users')
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.getByRole('link', { name: 'Bram de Vries' }))
    await click(page.getByRole('button', { name: 'Give access' }))
    const dialog = page.getByRole('dialog')
    await click(dialog.locator('#field-card'))
    await page.keyboard.type('0013961169')
    await click(dialog.getByRole('combobox', { name: 'Doors' }))
    await click(page.getByTitle('North tower lobby'))
    await click(dialog.getByRole('combobox', { name: 'When' }))
    await click(page.getByTitle('Weekdays 08:00–18:00'))
    await expect(dialog).toContainText('Bram de Vries may open North tower lobby on the schedule')
    await click(dialog.getByRole('button', { name: 'Give access' }))
    await expect(page.getByRole('dialog')).toContainText('Access is given')
    expect(clicks).toBeLessThanOrEqual(8)
    expect(sent.map(({ key }) => key).filter((key) => !key.includes('access-check'))).toEqual([
      'PUT identifiers',
      'PUT time-rules',
      'PUT access-rules',
    ])
    expect(sent.at(-1)?.body).toMatchObject({
      devices: [{ id: 2, lock_number: 0 }],
      users: [{ id: 2 }],
      prohibition: false,
    })
  })

  test('a_rule_that_fits_takes_the_person_in', async ({ page }) => {
    const sent = await open(page, '/users/2?dialog=give')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Doors' }).click()
    await page.getByTitle('North tower lobby').click()
    await expect(dialog).toContainText('By the rule “Residents of the tower”')
    await dialog.getByRole('button', { name: 'Give access' }).click()
    await expect(page.getByRole('dialog')).toContainText('By a rule that there was:')
    expect(sent.filter(({ key }) => !key.includes('access-check'))).toEqual([
      { key: 'PATCH access-rules/2', body: { users: [{ id: 2, name: 'Bram de Vries' }] } },
    ])
  })

  test('where_no_rule_opens_the_door_whoever_asks_is_offered_the_rules_that_do', async ({
    page,
  }) => {
    const sent = await open(page, '/access-check?user_id=7&device_id=2')
    await expect(page.getByText('No rule for this door')).toBeVisible()
    sent.length = 0
    await page.getByRole('button', { name: 'Add to Residents of the tower' }).click()
    await expect(page.getByText('Ivan Sidorov: added to Residents of the tower')).toBeVisible()
    await expect
      .poll(() => sent.map(({ key }) => key))
      .toEqual(['PATCH access-rules/2', 'POST access-check'])
    expect(sent[0]?.body).toEqual({ users: [{ id: 7, name: 'Ivan Sidorov' }] })
  })

  test('a_revoked_card_says_which_doors_still_hold_it_and_is_read_only', async ({ page }) => {
    await open(page, '/identifiers/4/edit')
    await expect(page.getByText(/2 of 3 doors confirmed .*: it opens no more/)).toBeVisible()
    await expect(page.getByText(/waits since .*, offline since/)).toBeVisible()
    await expect(page.locator('#field-name')).toBeDisabled()
  })
})
