import { describe, expect, test } from 'vitest'
import { contrast } from './contrast'
import { dark, light, type Palette } from './palette'

/** WCAG AA for text. */
const READABLE = 4.5
/** WCAG AA for the outline of controls and focus rings. */
const VISIBLE = 3

const textPairs = (p: Palette): [string, string, string][] => [
  ...(['paper', 'sheet', 'raised', 'sunken'] as const).flatMap((surface) =>
    (['ink', 'inkSoft', 'inkFaint', 'primaryInk'] as const).map(
      (text) => [`${text} on ${surface}`, p[text], p[surface]] as [string, string, string],
    ),
  ),
  ['white on alarm', '#ffffff', p.alarm],
  ['onPrimary on primary', p.onPrimary, p.primary],
  ['onPrimary on primaryHover', p.onPrimary, p.primaryHover],
  ['onPrimary on primaryActive', p.onPrimary, p.primaryActive],
  ['primaryInk on primarySoft', p.primaryInk, p.primarySoft],
  ['ink on primarySoft', p.ink, p.primarySoft],
  ...Object.entries(p.tones).flatMap(([name, tone]) => [
    [`${name} on its background`, tone.ink, tone.bg] as [string, string, string],
    [`${name} on sheet`, tone.ink, p.sheet] as [string, string, string],
  ]),
]

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_name, palette) => {
  test.each(textPairs(palette))('%s is readable', (_pair, text, surface) => {
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(READABLE)
  })

  test('the focus ring is visible on every surface', () => {
    for (const surface of [palette.paper, palette.sheet, palette.raised]) {
      expect(contrast(palette.focus, surface)).toBeGreaterThanOrEqual(VISIBLE)
    }
  })
})

test('black on white has the highest contrast there is', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})
