import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** antd's own: a row for measuring, and the button of tabs that do not fit inside their list. */
const LEFT_OUT = ['.ant-table-measure-row', '.ant-tabs-nav']

/**
 * No accessibility fault on what the page shows, once nothing moves any more. What arrives while it
 * is examined (an important notification) must not fade in under the examiner's eyes either, so the
 * page is asked for as those see it who have turned motion off.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  leftOut: readonly string[] = [],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settled(page)
  const axe = new AxeBuilder({ page })
  for (const selector of [...LEFT_OUT, ...leftOut]) axe.exclude(selector)
  const { violations } = await axe.analyze()
  await page.emulateMedia({ reducedMotion: null })
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
