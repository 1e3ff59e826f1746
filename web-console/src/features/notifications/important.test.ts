import { expect, test } from 'vitest'
import type { Notification } from './api'
import { groupImportant } from './important'

const said = (id: number, icon: string) => ({ id, icon }) as Notification

test('what says the same is one group, and the group with the newest comes first', () => {
  const groups = groupImportant(
    [said(3, 'alarm'), said(5, 'card'), said(4, 'alarm'), said(6, 'alarm')],
    ({ icon }) => icon,
  )
  expect(groups.map(({ key, ids, newest }) => [key, ids, newest.id])).toEqual([
    ['alarm', [6, 4, 3], 6],
    ['card', [5], 5],
  ])
})
