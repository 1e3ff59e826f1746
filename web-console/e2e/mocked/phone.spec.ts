import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { answerPhone } from './phone'
import { speechOf } from './phoneData'

/** The phone in every state, in both themes and languages, on a desk and on a phone. */
const button = (page: Page) => page.getByRole('button', { name: /^(Phone|Телефон)$/ })
const panel = (page: Page) => page.getByRole('complementary', { name: /^(Phone|Телефон)$/ })
const tab = (page: Page, name: RegExp) => panel(page).getByRole('tab', { name })
const card = (page: Page, name: RegExp) => panel(page).getByRole('article', { name })

const open = async (page: Page) => {
  await button(page).click()
  await expect(panel(page)).toBeVisible()
}

for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.slow()
    useLook(look)
    const { locale } = look
    const shot = (page: Page, name: string) => capture(page, `${look.name}-phone-${name}`)

    test('what the phone offers', async ({ page }) => {
      const phone = await answerPhone(page, { locale })
      await signInAs(page)
      await phone.register()
      await open(page)
      await shot(page, 'keypad-empty')
      for (const key of ['2', '0', '1', '2']) {
        await panel(page).getByRole('button', { name: key, exact: true }).click()
      }
      await shot(page, 'keypad')
      await tab(page, /Contacts|Контакты/).click()
      await expect(panel(page).getByText('Ivan Sidorov')).toBeVisible()
      await shot(page, 'contacts')
      await tab(page, /Recents|Недавние/).click()
      await expect(panel(page).getByText('Garage')).toBeVisible()
      await shot(page, 'recents')
      await tab(page, /Doors|Двери/).click()
      await panel(page).getByRole('combobox').click()
      await page.locator('.ant-select-item-option').first().click()
      await shot(page, 'doors')
      await tab(page, /Interception|Перехват/).click()
      await expect(panel(page).getByRole('checkbox', { name: /North tower/ })).toBeChecked()
      await shot(page, 'interception')
      await panel(page)
        .getByRole('button', { name: /Start|Включить/ })
        .click()
      await expect(panel(page).getByRole('button', { name: /Stop|Выключить/ })).toBeVisible()
      await shot(page, 'intercepting')
    })

    test('calls', async ({ page }) => {
      const phone = await answerPhone(page, { locale })
      await signInAs(page)
      await phone.register()
      await page.goto('/groups/2/edit')
      await phone.register()
      const session = await phone.ring({ number: '1002', speechId: '7-1', type: 'awaiting' })
      const bar = page.getByRole('complementary', { name: /Calls now|Текущие звонки/ })
      await expect(bar.getByText('Main entrance')).toBeVisible()
      await shot(page, 'rings')
      await open(page)
      await shot(page, 'incoming')
      await card(page, /^1002/)
        .getByRole('button', { name: /Accept|Принять/ })
        .click()
      await phone.accept(session)
      await phone.show(session)
      await expect(page.locator('video')).toBeVisible()
      await shot(page, 'active')
      await card(page, /^1002/)
        .getByRole('button', { name: /Full screen|Во весь/ })
        .click()
      await shot(page, 'fullscreen')
      await page.keyboard.press('Escape')
      await card(page, /^1002/)
        .getByRole('button', { name: /Hold|Удержать/ })
        .click()
      phone.push({ status: 'answered_waiting', answered_by: '1000' })
      phone.push({ ...speechOf('7-2', '1003'), status: 'answered', answered_by: '1001' })
      await phone.ring({ number: '1004', speechId: '7-3', type: 'awaiting', isSos: true })
      await expect(card(page, /^1003/)).toBeVisible()
      await shot(page, 'several')
      await panel(page).press('Escape')
      await expect(panel(page)).toBeHidden()
      await shot(page, 'sos')
    })

    test('why it does not ring', async ({ page, context }) => {
      const phone = await answerPhone(page, { locale })
      await signInAs(page)
      await phone.register('attempted')
      await expect(button(page)).toHaveAttribute('data-status', 'registering')
      await shot(page, 'registering')
      await phone.register('failed')
      await open(page)
      await shot(page, 'error')
      await phone.register('refused')
      await shot(page, 'refused')
      const other = await context.newPage()
      await answerPhone(other, { locale, hasMicrophone: false })
      await signInAs(other)
      await open(other)
      await shot(other, 'elsewhere')
      await other.getByRole('button', { name: /Use the phone|Использовать телефон/ }).click()
      await expect(
        panel(other)
          .getByText(/microphone|Микрофон/)
          .first(),
      ).toBeVisible()
      await shot(other, 'microphone')
    })
  })
}
