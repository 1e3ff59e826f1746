import { expect, test } from 'vitest'
import { alertsReducer, type Alert } from './alerts'

const alert = (id: number, text = `text ${id}`): Alert => ({
  id,
  type: 'info',
  text,
  timeout: 3000,
})

test('a repeated text replaces the earlier alert', () => {
  const twice = alertsReducer([alert(3, 'Saved'), alert(4)], {
    kind: 'shown',
    alert: alert(5, 'Saved'),
  })
  expect(twice.map(({ id }) => id)).toEqual([4, 5])
})

test('the stack is bounded and drops the oldest', () => {
  const many = Array.from({ length: 9 }, (_, i) => alert(i)).reduce<Alert[]>(
    (list, next) => alertsReducer(list, { kind: 'shown', alert: next }),
    [],
  )
  expect(many.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8])
})

test('an alert is closed by its id', () => {
  expect(alertsReducer([alert(3), alert(4)], { kind: 'closed', id: 3 })).toEqual([alert(4)])
  expect(alertsReducer([alert(3)], { kind: 'cleared' })).toEqual([])
})
