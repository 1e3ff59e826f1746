/** Pictures that people choose: cropped by hand, encoded anew by the platform, shown where they belong. */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { call, type Row } from './support/calls'
import { signedIn } from './support/console'
import { BLUE, isNear, looksOf, picture, RED } from './support/image'
import { accountOf } from './support/platform'

test.describe.configure({ mode: 'serial' })

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  await page.context().close()
})

/** Red, with a blue end that only who zooms and moves gets by itself. */
const wide = () => picture('wide.png', 300, 100, 250)

test('a person crops a picture by wheel, hand and keys, and is shown by it', async () => {
  await page.goto('/profile')
  await page.locator('input[type=file]').setInputFiles(wide())
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  const stage = dialog.getByRole('application')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expectAccessible(page, 'crop of an avatar')
  await stage.hover()
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -100)
  // In the middle it is red: the picture is drawn to the left until its end is in view.
  for (let pull = 0; pull < 5; pull++) await drag(page, stage)
  await stage.focus()
  for (let press = 0; press < 10; press++) await stage.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const saved = page.getByRole('main').locator('img[src*="/avatars/"]').first()
  await expect(saved).toBeVisible()
  const looks = await looksOf(page, (await saved.getAttribute('src'))!)
  expect(looks.width).toBe(looks.height)
  expect([isNear(looks.left, BLUE), isNear(looks.right, BLUE)], JSON.stringify(looks)).toEqual([
    true,
    true,
  ])
  await expect(page.getByRole('banner').locator('img[src*="/avatars/"]')).toBeVisible()
})

test('a file that only says it is a picture is told apart, and nothing is sent', async () => {
  const fake = { name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await page.locator('input[type=file]').setInputFiles(fake)
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  await expect(dialog.getByRole('alert')).toHaveText('This picture cannot be read.')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  // On a slow machine a button that grows with its dialog is not where the mouse goes down.
  await expect(dialog).not.toHaveClass(/ant-zoom/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('a picture that is taken away is gone for everybody', async () => {
  const saved = page.getByRole('main').locator('img[src*="/avatars/"]').first()
  const address = (await saved.getAttribute('src'))!
  await page.getByRole('main').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.locator('img[src*="/avatars/"]')).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
})

test('a logo is cropped to a square, and shown to whoever gets a mail', async ({ request }) => {
  await call(page, 'PATCH', 'settings/whitelabel', { is_enabled: true })
  await page.goto('/general-settings?tab=whiteLabel')
  await page.locator('input[type=file]').setInputFiles(wide())
  const dialog = page.getByRole('dialog', { name: 'Which part becomes the logo?' })
  await dialog.getByText('Square', { exact: true }).click()
  const stage = dialog.getByRole('button', { name: /^The part that is kept/ })
  await stage.focus()
  for (let press = 0; press < 20; press++) await stage.press('ArrowRight')
  await expectAccessible(page, 'crop of a logo')
  await dialog.getByRole('button', { name: 'Save the logo' }).click()
  await expect(page.getByText('The logo is saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  const saved = page.getByRole('img', { name: 'The logo now' })
  const address = (await saved.getAttribute('src'))!
  const looks = await looksOf(page, address)
  expect(looks.width).toBe(looks.height)
  expect([isNear(looks.left, RED), isNear(looks.right, BLUE)], JSON.stringify(looks)).toEqual([
    true,
    true,
  ])
  // A mail's reader is not signed in.
  expect((await request.get(address)).headers()['content-type']).toMatch(/^image\//)
  await page.getByRole('main').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The logo is removed')).toBeVisible()
  await expect(saved).toBeHidden()
})

test('a picture of a message is seen by who sent it, from its signed link', async () => {
  const { users } = await call<{ users: Row[] }>(page, 'GET', 'conversations/recipients')
  const [reader] = users
  if (!reader) throw new Error('nobody to write to')
  const { id } = await call<Row>(page, 'PUT', 'conversations', {
    subject: 'A red door',
    user: { id: reader.id },
    message: 'Look',
    request_id: crypto.randomUUID(),
  })
  await page.goto(`/conversation/${id}`)
  await page.locator('input[type=file]').setInputFiles(wide())
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = page.locator('img[src*="/pictures/"]')
  await expect(sent).toBeVisible()
  const address = (await sent.getAttribute('src'))!
  expect(new URL(address, page.url()).searchParams.get('signature')).toBeTruthy()
  const looks = await looksOf(page, address)
  expect(isNear(looks.left, RED) && isNear(looks.right, BLUE), JSON.stringify(looks)).toBe(true)
  await call(page, 'DELETE', `conversations/${id}`)
})

/** Draws what a stage shows from its right edge to its left. */
async function drag(on: Page, stage: ReturnType<Page['locator']>): Promise<void> {
  const box = (await stage.boundingBox())!
  const y = box.y + box.height / 2
  await on.mouse.move(box.x + box.width - 5, y)
  await on.mouse.down()
  await on.mouse.move(box.x + 5, y, { steps: 4 })
  await on.mouse.up()
}
