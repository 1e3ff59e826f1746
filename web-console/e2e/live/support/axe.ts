import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No accessibility fault on what the page shows, once nothing moves any more. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await settled(page)
  // The row is antd's own, for measuring: out of sight and out of reach.
  const { violations } = await new AxeBuilder({ page }).exclude('.ant-table-measure-row').analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect.soft(found, `accessibility of ${name}`).toEqual([])
}

/** Fonts are there, and only endless animations run: half-way colours have no contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return iterations === Infinity || animation.playState !== 'running'
    }),
  )
}
