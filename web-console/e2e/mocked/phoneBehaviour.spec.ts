import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { answerPhone } from './phone'

/** What the phone asks of the platform when its parts are used. */
const panel = (page: Page) => page.getByRole('complementary', { name: 'Phone', exact: true })

async function doors(page: Page) {
  const phone = await answerPhone(page)
  await signInAs(page)
  await phone.register()
  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  await panel(page).getByRole('tab', { name: 'Doors' }).click()
  const choose = async (name: RegExp) => {
    await panel(page).getByRole('combobox').click()
    await page.locator('.ant-select-item-option', { hasText: name }).click()
  }
  // An icon stands before the words.
  const button = (name: string) =>
    panel(page).getByRole('button', { name: new RegExp(`(^| )${name}$`) })
  const press = (name: string) => button(name).click()
  return { phone, press, choose, button }
}

test('a_door_is_opened_by_its_devices_token', async ({ page }) => {
  const { phone, press, choose, button } = await doors(page)
  await expect(button('Open the door')).toBeDisabled()
  await expect(button('Call')).toBeDisabled()
  await choose(/Garden gate/)
  await press('Open the door')
  await expect(page.getByText('Opened: Garden gate')).toBeVisible()
  expect(phone.posted).toEqual(['/calls/management/devices/door-2/open'])
})

test('a_device_is_called_by_its_number_and_not_without_one', async ({ page }) => {
  const { phone, press, choose, button } = await doors(page)
  await choose(/Bicycle store/)
  await expect(button('Open the door')).toBeEnabled()
  await expect(button('Call')).toBeDisabled()
  await choose(/Main entrance/)
  await press('Call')
  await expect.poll(() => phone.asked()).toContain('call 1002 video')
  expect(phone.posted).toEqual([])
})

for (const viewport of [
  { width: 1440, height: 700 },
  { width: 390, height: 700 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport })
    test('the_button_of_the_phone_covers_no_row_that_is_scrolled_to', async ({ page }) => {
      const phone = await answerPhone(page)
      await signInAs(page)
      await phone.register()
      await page.goto('/groups')
      await phone.register()
      await expect(page.getByRole('button', { name: 'Phone', exact: true })).toBeVisible()
      const menus = page.getByRole('button', { name: /^Actions: / })
      await expect(menus.first()).toBeVisible()
      await page.locator('#page').evaluate((element) => {
        element.scrollTop = element.scrollHeight
      })
      const isFree = () =>
        menus.last().evaluate((menu) => {
          const { x, y, width, height } = menu.getBoundingClientRect()
          return menu.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
      await expect.poll(isFree).toBe(true)
    })
  })
}
