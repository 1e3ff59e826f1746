import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { answer, signInAs } from './api'
import { LOOKS } from './looks'

/** Pages in both themes, both languages, on a desk and on a phone: looked at, and checked by axe. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    // Every page is looked at by axe, which takes its time.
    test.slow()
    test.use({
      viewport: { width: look.width, height: look.width > 400 ? 900 : 844 },
      hasTouch: look.width < 400,
    })

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(({ theme, locale }) => {
        localStorage.setItem('theme', JSON.stringify(theme))
        localStorage.setItem('userLocale', JSON.stringify(locale))
      }, look)
    })

    test('sign-in', async ({ page }) => {
      await answer(page, { locale: look.locale })
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await capture(page, `${look.name}-login`)
      await signInAs(page, 'wrong')
      await expect(page.getByRole('alert').first()).toBeVisible()
      await capture(page, `${look.name}-login-wrong`)
    })

    test('choice of project', async ({ page }) => {
      await answer(page, { locale: look.locale, projects: ['Riverside', 'Old harbour', 'Campus'] })
      await signInAs(page)
      await expect(page).toHaveURL(/choose-project/)
      await capture(page, `${look.name}-projects`)
    })

    test('dashboard, groups, form', async ({ page }) => {
      await answer(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await capture(page, `${look.name}-home`)
      await page.goto('/groups')
      await expect(page.getByText('Flat 1', { exact: true }).first()).toBeVisible()
      await capture(page, `${look.name}-groups`)
      await page.goto('/groups?preview=2')
      await expect(page.getByRole('dialog')).toBeVisible()
      await capture(page, `${look.name}-preview`)
      await page.goto('/groups?tab=tree')
      await expect(page.getByRole('link', { name: 'North tower' })).toBeVisible()
      await capture(page, `${look.name}-tree`)
      await page.goto('/groups/2/edit')
      await expect(page.locator('#field-name')).toHaveValue('North tower')
      await page.locator('#field-name').fill('')
      await page.locator('button[type=submit]').click()
      await capture(page, `${look.name}-form`)
    })

    test('what opens over a page', async ({ page }) => {
      await answer(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      await page.goto('/groups?search=flat')
      await expect(page.getByText('Flat 1', { exact: true }).first()).toBeVisible()
      await page.keyboard.press('Control+k')
      await page.locator('[cmdk-input]').fill('tow')
      await expect(page.getByRole('option', { name: /South tower/ })).toBeVisible()
      await capture(page, `${look.name}-palette`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /Filter|Фильтр/ }).click()
      await capture(page, `${look.name}-filter`)
      await page.goto('/groups/2/edit')
      await page.locator('#field-parent').click()
      await expect(page.getByRole('dialog').getByText('Garden house').first()).toBeVisible()
      await capture(page, `${look.name}-picker`)
      await page.goto('/home')
      await page.getByRole('button', { name: /Notifications, |Уведомления, / }).click()
      await expect(page.getByText(/Revoked|отозванн/i).first()).toBeVisible()
      await capture(page, `${look.name}-notifications`)
    })

    test('kit', async ({ page }) => {
      await page.goto('/dev/kit')
      await expect(page.getByText('Gate 1', { exact: true })).toBeVisible()
      await capture(page, `${look.name}-kit-table`)
      for (const tab of ['form', 'empty', 'loading', 'error']) {
        await page.goto(`/dev/kit?tab=${tab}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await capture(page, `${look.name}-kit-${tab}`)
      }
    })
  })
}

/** A picture in e2e/shots, and no accessibility fault on what it shows. */
async function capture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return iterations === Infinity || animation.playState !== 'running'
    }),
  )
  await page.screenshot({ path: `e2e/shots/${name}.png` })
  const { violations } = await new AxeBuilder({ page }).exclude('.ant-table-measure-row').analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect.soft(found, name).toEqual([])
}
