import { expect, test } from '@playwright/test'
import { enter } from './api'
import { answerWholeSite } from './wholeSite'

/** Pages whose own controls stand in the corners where something could float over them. */
const PAGES = [
  '/amenities/reservations/add?amenity=1',
  '/devices/alarms',
  '/conversation/1',
  '/access-matrix',
  '/identifiers',
  '/users/2/edit',
]

for (const width of [390, 1440]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: width > 400 ? 900 : 844 } })
    for (const path of PAGES) {
      test(`no_control_of_the_page_is_covered_by_the_shell: ${path}`, async ({ page }) => {
        await answerWholeSite(page, { hasPhone: true })
        await enter(page)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Phone', exact: true })).toBeInViewport()
        expect(await page.evaluate(coveredControls)).toEqual([])
        await page.locator('#page').evaluate((element) => {
          element.scrollTop = element.scrollHeight
        })
        expect(await page.evaluate(coveredControls)).toEqual([])
      })
    }
  })
}

/** Controls of the page in sight that something outside of the page lies on, at their middle or a corner. */
function coveredControls(): string[] {
  const page = document.querySelector('#page')!
  const sheet = page.getBoundingClientRect()
  const isIn = (x: number, y: number) =>
    x >= sheet.left + 1 && x < sheet.right - 1 && y >= sheet.top + 1 && y < sheet.bottom - 1
  const controls = [
    ...page.querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, select, [role=switch], [tabindex="0"]',
    ),
  ]
  return controls
    .filter((control) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      if (width === 0 || height === 0) return false
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ] as const
      return points.some(([x, y]) => {
        if (!isIn(x, y)) return false
        const on = document.elementFromPoint(x, y)
        return on !== null && !page.contains(on)
      })
    })
    .map((control) => control.outerHTML.slice(0, 120))
}
