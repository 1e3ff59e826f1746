import { expect, test } from 'vitest'
import { emptyQueue, queueSchema, toQueueForm, type QueueForm } from './schema'

const queue: QueueForm = { ...emptyQueue(), numbers: ['101'] }
const problems = (change: Partial<QueueForm>, params: Partial<QueueForm['params']> = {}) =>
  queueSchema
    .safeParse({ ...queue, ...change, params: { ...queue.params, ...params } })
    .error?.issues.map(({ path }) => path.join('.'))

test('a_queue_rings_a_number_or_a_number_outside', () => {
  const outside = [{ number: '+31201234567', trunk: null }]
  expect(problems({})).toBeUndefined()
  expect(problems({ numbers: [] })).toEqual(['numbers'])
  expect(problems({ numbers: [] }, { trunk_numbers: outside })).toBeUndefined()
})

test('a_number_outside_is_international', () => {
  const local = [{ number: '0201234567', trunk: null }]
  expect(problems({}, { trunk_numbers: local })).toEqual(['params.trunk_numbers.0.number'])
})

test('a_queue_rings_for_5_to_600_seconds', () => {
  for (const timeout of [5, 600]) expect(problems({}, { timeout })).toBeUndefined()
  for (const timeout of [4, 601, 7.5]) expect(problems({}, { timeout })).toEqual(['params.timeout'])
})

test('a_queue_is_due_on_a_day_at_least_and_its_hours_have_a_length', () => {
  expect(problems({}, { days: [] })).toEqual(['params.days'])
  expect(problems({}, { period: { from: 3_600, to: 3_600 } })).toEqual(['params.period'])
  expect(problems({}, { period: { from: 79_200, to: 21_600 } })).toBeUndefined()
})

test('a_redirect_waits_up_to_600_seconds', () => {
  const wait = (timeout: number) => ({ is_immediately: false, timeout })
  expect(problems({ redirect_if_no_answer: wait(0) })).toBeUndefined()
  expect(problems({ redirect_if_no_answer: wait(601) })).toEqual(['redirect_if_no_answer.timeout'])
})

test('at_most_twenty_numbers_ring_together', () => {
  const numbers = Array.from({ length: 21 }, (_, at) => String(100 + at))
  expect(problems({ numbers })).toEqual(['numbers'])
})

test('what_the_server_leaves_out_has_the_defaults', () => {
  const bare = {
    numbers: ['101'],
    params: null,
    redirect_if_error: null,
    redirect_if_no_answer: null,
  }
  expect(toQueueForm(bare)).toEqual(queue)
})
