import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { answerElevators } from './elevators'
import { capture, LOOKS, useLook } from './looks'

/** Lifts, their floors, rules and log, looked at and checked by axe. */
const PAGES = [
  ['elevators', '/elevators'],
  ['elevator-drawer', '/elevators?preview=4'],
  ['elevator', '/elevators/4/edit'],
  ['elevator-new', '/elevators/add'],
  ['elevator-rules', '/elevators/access-rules'],
  ['elevator-rule-drawer', '/elevators/access-rules?preview=1'],
  ['elevator-rule', '/elevators/access-rules/1/edit'],
  ['elevator-rule-new', '/elevators/access-rules/add'],
  ['elevator-events', '/elevators/events'],
  ['elevator-event-drawer', '/elevators/events?preview=3'],
] as const

const EMPTY = ['/elevators', '/elevators/access-rules', '/elevators/events'] as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    test('elevators', async ({ page }) => {
      await answerElevators(page, { locale: look.locale })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      for (const [name, path] of PAGES) {
        await page.goto(path)
        await capture(page, `${look.name}-${name}`)
      }
      await page.goto('/elevators/4/edit')
      await page.getByRole('button', { name: /Edit floors|Изменить этажи/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await capture(page, `${look.name}-elevator-floors`)
    })

    test('elevators: nothing yet', async ({ page }) => {
      await answerElevators(page, { locale: look.locale, isEmpty: true })
      await signInAs(page)
      await expect(page).toHaveURL(/home/)
      for (const path of EMPTY) {
        await page.goto(path)
        await capture(page, `${look.name}-empty${path.replaceAll('/', '-')}`)
      }
    })
  })
}

test.describe('what the pages do', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('outputs are numbered by drawing along the column of a controller', async ({ page }) => {
    const sent = await answerElevators(page)
    await signInAs(page)
    await expect(page).toHaveURL(/home/)
    await page.goto('/elevators/4/edit')
    await page.getByRole('button', { name: 'Edit floors' }).click()
    const output = (floor: number) =>
      page.getByRole('textbox', { name: `Relays: Lift A, machine room, floor ${floor}` })
    await output(10).fill('21')
    await output(10).blur()
    const handle = page.getByRole('button', { name: /machine room from floor 10 up to the top/ })
    await handle.hover()
    await page.mouse.down()
    await output(11).hover()
    await output(12).hover()
    await page.mouse.up()
    await expect(output(12)).toHaveValue('23')
    await page.getByRole('button', { name: 'Save floors' }).click()
    await expect(page.getByText('The floors are saved')).toBeVisible()
    expect(sent.at(-1)?.key).toBe('PATCH devices/71')
    expect(sent.some(({ key }) => key === 'PATCH devices/72')).toBe(false)
  })

  test('floors of a rule are switched by drawing over them', async ({ page }) => {
    const sent = await answerElevators(page)
    await signInAs(page)
    await expect(page).toHaveURL(/home/)
    await page.goto('/elevators/access-rules/1/edit')
    await page.getByRole('button', { name: 'Floor 5', exact: true }).hover()
    await page.mouse.down()
    await page.getByRole('button', { name: 'Floor 6', exact: true }).hover()
    await page.getByRole('button', { name: 'Floor 7', exact: true }).hover()
    await page.mouse.up()
    await expect(page.getByText(/floors 3, 5–7, 12, 13 of North lift/)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const floors = [3, 5, 6, 7, 12, 13].map((floor) => ({ floor }))
    await expect
      .poll(() => sent.at(-1))
      .toEqual({
        key: 'PATCH elevator-access-rules/1',
        body: { elevators: [{ id: 4, floors }] },
      })
  })
})
