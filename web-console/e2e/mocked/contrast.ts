import type { Locator, Page } from '@playwright/test'

/**
 * Contrast of the text of a control against its ground, measured on what is drawn: the ground is the
 * colour of most pixels, the text that which differs most from it. Rules that meet the wrong element
 * are seen here, and not by a check of the palette.
 */
export async function contrastOf(page: Page, control: Locator): Promise<number> {
  const picture = (await control.screenshot()).toString('base64')
  return page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const counts = new Map<number, number>()
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    const channel = (value: number) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
    const luminance = (colour: number) =>
      0.2126 * channel(colour >> 16) +
      0.7152 * channel((colour >> 8) & 255) +
      0.0722 * channel(colour & 255)
    const [[ground]] = [...counts].toSorted((a, b) => b[1] - a[1]) as [[number, number]]
    // A colour of a few pixels only may be the corner of a frame; letters have more.
    const drawn = [...counts].filter(([, count]) => count >= 3).map(([colour]) => luminance(colour))
    const base = luminance(ground)
    return Math.max(
      ...drawn.map((each) => (Math.max(each, base) + 0.05) / (Math.min(each, base) + 0.05)),
    )
  }, picture)
}
