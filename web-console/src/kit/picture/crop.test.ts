import { expect, test } from 'vitest'
import { cropOf, MAX_ZOOM, middleOf, within } from './crop'

const wide = { width: 800, height: 600 }

test('a picture begins with the largest square in its middle', () => {
  expect(cropOf(wide, middleOf(wide))).toEqual({ x: 100, y: 0, size: 600 })
})

test('the square never leaves the picture', () => {
  expect(cropOf(wide, { zoom: 2, x: -50, y: 9_999 })).toEqual({ x: 0, y: 300, size: 300 })
  expect(within(wide, { zoom: 0.2, x: 400, y: 300 }).zoom).toBe(1)
  expect(within(wide, { zoom: 99, x: 400, y: 300 }).zoom).toBe(MAX_ZOOM)
})

test('the square is whole pixels, and at least one', () => {
  const odd = { width: 7, height: 5 }
  expect(cropOf(odd, { zoom: 1.5, x: 3.3, y: 2.1 })).toEqual({ x: 2, y: 1, size: 3 })
  expect(cropOf({ width: 1, height: 1 }, { zoom: 8, x: 0, y: 0 })).toEqual({ x: 0, y: 0, size: 1 })
})
