import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/axe'
import { accountOf } from './support/platform'

test('in Russian: sign-in, and the main menu', async ({ page }) => {
  const { email, password } = accountOf('group_administrator')
  await page.goto('/login')
  await page.getByRole('button', { name: 'RU', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  await page.getByLabel('Эл. почта или логин').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(`${password}?`)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Неверный логин или пароль')
  await expectAccessible(page, 'refused sign-in in Russian')

  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'RU', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Главное меню' })
  for (const name of ['Группы', 'Пользователи', 'Устройства', 'События доступа']) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expectAccessible(page, 'access events in Russian')
})
