import { expect, test } from 'vitest'
import type { Notification } from './api'
import { popupsOf } from './hidden'

const important = [3, 5, 4, 6, 7].map((id) => ({ id }) as Notification)
const ids = (list: Notification[]) => list.map(({ id }) => id)

test('the newest three pop up, and the rest is a number', () => {
  const { shown, more } = popupsOf(important, 0)
  expect([ids(shown), more]).toEqual([[7, 6, 5], 2])
})

test('what was hidden does not come back, and what is newer does', () => {
  const { shown, more } = popupsOf(important, 6)
  expect([ids(shown), more]).toEqual([[7], 0])
})
