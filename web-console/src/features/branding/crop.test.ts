import { expect, test } from 'vitest'
import { dragged, partOf, sentSize, WHOLE } from './crop'

const picture = { width: 1200, height: 300 }

test('the whole picture is kept as it is', () => {
  expect(partOf(picture, WHOLE)).toEqual({ x: 0, y: 0, width: 1200, height: 300 })
})

test('a square is the largest that fits, from the middle', () => {
  expect(partOf(picture, { ...WHOLE, shape: 'square' })).toEqual({
    x: 450,
    y: 0,
    width: 300,
    height: 300,
  })
})

test('a zoom keeps the proportion and stays inside the picture', () => {
  const part = partOf(picture, { shape: 'wide', zoom: 2, centre: { x: 1, y: 1 } })
  expect(part).toEqual({ x: 750, y: 150, width: 450, height: 150 })
})

test('dragging to the right shows what lies to the left, and stops at the edge', () => {
  const square = { ...WHOLE, shape: 'square' as const }
  expect(partOf(picture, dragged(picture, square, { x: 100, y: 40 })).x).toBe(350)
  expect(partOf(picture, dragged(picture, square, { x: 9000, y: 0 })).x).toBe(0)
})

test('a large picture is made smaller before it is sent, a small one is not', () => {
  expect(sentSize({ width: 4096, height: 1024 })).toEqual({ width: 1024, height: 256 })
  expect(sentSize({ width: 64, height: 20 })).toEqual({ width: 64, height: 20 })
})
