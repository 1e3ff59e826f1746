/** Pictures of the installed console, from its mark: `node scripts/icons.mjs`. */
import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'

const mark = readFileSync('public/favicon.svg', 'utf8')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

/** A maskable picture is cut to a circle by the system: the mark stands in its middle. */
async function draw(name, size, isMaskable = false) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const side = isMaskable ? Math.round(size * 0.66) : size
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:${size}px;background:${isMaskable ? '#0d6557' : 'transparent'}}svg{width:${side}px;height:${side}px}</style>${mark}`,
  )
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true })
}

await draw('icon-192', 192)
await draw('icon-512', 512)
await draw('icon-maskable', 512, true)
await browser.close()
