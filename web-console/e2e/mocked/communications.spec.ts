import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../live/support/axe'
import { enter } from './api'
import { answerCommunications, TOKEN } from './communications'
import { capture, LOOKS } from './looks'

/** Announces, polls and conversations, looked at and checked by axe. */
const PAGES = [
  ['announces', '/announces'],
  ['announce-drawer', '/announces?preview=2'],
  ['announce-new', '/announces/add'],
  ['announce-poll', '/announces/2/edit?tab=general'],
  ['announce-preview', '/announces/1/edit?tab=preview'],
  ['announce-results', '/announces/2/edit'],
  ['announce-responses', '/announces/response'],
  ['conversations', '/conversations'],
  ['conversation', '/conversation/1'],
  ['conversation-taken', '/conversation/2'],
  ['conversation-new', '/conversations?dialog=new'],
] as const

for (const look of LOOKS) {
  test(`communications in ${look.name}`, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      hasTouch: look.width < 400,
      timezoneId: 'Europe/Amsterdam',
      locale: look.locale === 'ru' ? 'ru-RU' : 'en-GB',
      colorScheme: look.theme,
    })
    const page = await context.newPage()
    await page.addInitScript(({ theme, locale }) => {
      localStorage.setItem('theme', JSON.stringify(theme))
      localStorage.setItem('userLocale', JSON.stringify(locale))
    }, look)
    await answerCommunications(page, { locale: look.locale })
    await enter(page)
    for (const [name, path] of PAGES) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      // Axe gets no answer from a frame without scripts.
      await capture(page, `${look.name}-${name}`, 'iframe')
    }
    await page.goto(`/announce/${TOKEN}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, `${look.name} page of an announce`)
    await page.screenshot({ path: `e2e/shots/${look.name}-announce-page.png`, fullPage: true })
    await page.goto('/announce/unknown')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, `${look.name} page of an unknown announce`)
    await context.close()
  })
}

test.describe('what the pages do', () => {
  const open = async (page: Page, path: string) => {
    const sent = await answerCommunications(page)
    await enter(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    sent.length = 0
    return sent
  }

  test('an_announce_is_counted_before_it_is_sent', async ({ page }) => {
    const sent = await open(page, '/announces/1/edit')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to 42 people?' })
    await expect(dialog).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual(['POST announces/preview'])
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => sent.map(({ call }) => call)).toContain('POST announces/1/start')
  })

  test('the_page_of_a_recipient_is_not_the_console_and_says_that_it_was_read', async ({ page }) => {
    const sent = await answerCommunications(page)
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url())
    })
    await page.goto(`/announce/${TOKEN}`)
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByRole('button', { name: 'Send answers' }).click()
    await expect(page.getByText(/have been counted/)).toBeVisible()
    expect(new Set(scripts).size).toBe(1)
    expect(sent).toEqual([
      { call: `POST announces/by-token/${TOKEN}/read`, body: {} },
      {
        call: `POST announces/by-token/${TOKEN}/poll`,
        body: { answers: [{ question: 0, answers: [0], own_answer: '' }] },
      },
    ])
  })

  test('a_message_is_sent_by_enter_once_and_a_draft_stays_with_its_conversation', async ({
    page,
  }) => {
    const sent = await open(page, '/conversation/1')
    const box = page.getByRole('textbox', { name: 'Write a message' })
    await box.fill('On our way')
    await page.reload()
    await expect(box).toHaveValue('On our way')
    sent.length = 0
    await box.press('Enter')
    await expect(box).toHaveValue('')
    await expect(page.getByText('On our way')).toHaveCount(1)
    const messages = () => sent.filter(({ call }) => call === 'PUT conversations/1/messages')
    await expect.poll(messages).toHaveLength(1)
    expect(messages()[0]?.body?.message).toBe('On our way')
  })

  test('what_a_colleague_has_taken_is_taken_over_before_it_is_answered', async ({ page }) => {
    const sent = await open(page, '/conversation/2')
    await expect(page.getByText('Bram de Vries answers.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Take over' }).click()
    await expect
      .poll(() => sent.find(({ call }) => call === 'POST conversations/2/take')?.body)
      .toEqual({ is_takeover: true })
  })

  test('a_conversation_begins_with_pictures_and_no_words', async ({ page }) => {
    const sent = await open(page, '/conversations?dialog=new')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('The gate')
    const file = { name: 'gate.png', mimeType: 'image/png', buffer: Buffer.from('picture') }
    await dialog.locator('input[type=file]').setInputFiles([file])
    await expect(dialog.getByRole('button', { name: 'Remove gate.png' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => sent.find(({ call }) => call === 'PUT conversations')?.body)
      .toMatchObject({
        subject: 'The gate',
        message: '',
        pictures: [{ key: '00000000-0000-4000-8000-000000000005' }],
      })
  })

  test('pictures_are_sent_with_a_message_and_seen_on_the_whole_screen', async ({ page }) => {
    const sent = await open(page, '/conversation/1')
    const file = { name: 'gate.png', mimeType: 'image/png', buffer: Buffer.from('picture') }
    await page.locator('input[type=file]').setInputFiles([file])
    await expect(page.getByRole('listitem').filter({ hasText: '' }).last()).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => sent.find(({ call }) => call === 'PUT conversations/1/messages')?.body)
      .toMatchObject({ message: '', pictures: [{ key: '00000000-0000-4000-8000-000000000005' }] })
    await page.getByRole('button', { name: 'Picture 1 of 3' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: 'Picture 2 of 3' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
