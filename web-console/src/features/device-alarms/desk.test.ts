import { expect, test } from 'vitest'
import type { DeviceAlarm } from './api'
import { elapsed, inOrder, neighbour } from './desk'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { wakes } from './realtime'

const alarm = (id: number, state: DeviceAlarm['state']) => ({ id, state }) as DeviceAlarm

test('what goes on stands before what is over, each part in the order of the server', () => {
  const alarms = [alarm(1, 'disabled'), alarm(2, 'enabled'), alarm(3, 'disabled')]
  expect(inOrder(alarms).map(({ id }) => id)).toEqual([2, 1, 3])
})

test('the keys walk to the ends and begin at the top when the chosen alarm is gone', () => {
  const alarms = [alarm(4, 'enabled'), alarm(5, 'enabled')]
  expect(neighbour(alarms, undefined, 1)).toBe(4)
  expect(neighbour(alarms, 4, 1)).toBe(5)
  expect(neighbour(alarms, 5, 1)).toBe(5)
  expect(neighbour(alarms, 4, -1)).toBe(4)
  expect(neighbour(alarms, 9, 1)).toBe(4)
  expect(neighbour([], 9, 1)).toBeUndefined()
})

test('a timer counts seconds, hours and days, and never below nothing', () => {
  const from = '2026-11-23T22:00:00Z'
  const after = (seconds: number) => elapsed(from, new Date(Date.parse(from) + seconds * 1000))
  expect(after(-5)).toBe('0:00')
  expect(after(67)).toBe('1:07')
  expect(after(3_600)).toBe('1:00:00')
  expect(after(3 * 3_600 + 125)).toBe('3:02:05')
  expect(after(2 * 86_400 + 3 * 3_600 + 60)).toBe('2d 03:01')
})

test('a new alarm sounds, and neither one that is late, a repetition, nor what people do', () => {
  const push = { type: 'device.alarm.changed', id: 1, change: 'enabled', is_late: false }
  expect(wakes(push)).toBe(true)
  expect(wakes({ ...push, change: 'reopened' })).toBe(true)
  expect(wakes({ ...push, is_late: true })).toBe(false)
  for (const change of ['repeated', 'disabled', 'taken', 'processed', 'deleted']) {
    expect(wakes({ ...push, change })).toBe(false)
  }
  expect(wakes({ ...push, type: 'device.event.arrived' })).toBe(false)
})

test('both languages have words for every severity, state and change', () => {
  for (const group of ['severities', 'states', 'changes', 'views', 'parts'] as const) {
    expect(Object.keys(ru.options[group])).toEqual(Object.keys(en.options[group]))
  }
})
