import { expect, test, vi } from 'vitest'
import { Topics } from './topics'

function setUp() {
  const open = new Set<string>()
  const topics = new Topics()
  const subscriber = {
    subscribe: (topic: string) => void open.add(topic),
    unsubscribe: (topic: string) => void open.delete(topic),
  }
  return { open, topics, subscriber }
}

test('a topic stays open while anybody wants it', () => {
  const { open, topics, subscriber } = setUp()
  topics.bind(subscriber)
  const endOne = topics.want('devices', vi.fn())
  const endTwo = topics.want('devices', vi.fn())
  endOne()
  endOne()
  expect([...open]).toEqual(['devices'])
  endTwo()
  expect([...open]).toEqual([])
})

test('what was wanted before the connection is taken over', () => {
  const { open, topics, subscriber } = setUp()
  topics.want('devices', vi.fn())
  topics.want('device-tasks', vi.fn())()
  topics.bind(subscriber)
  expect([...open]).toEqual(['devices'])
})

test('an event is told to those who want its topic, and to nobody else', () => {
  const { topics } = setUp()
  const [one, two, other] = [vi.fn(), vi.fn(), vi.fn()]
  const endOne = topics.want('devices', one)
  topics.want('devices', two)
  topics.want('device-tasks', other)
  endOne()
  topics.deliver({ topic: 'devices', data: { type: 'device.changed', id: 4 } })
  expect(one).not.toHaveBeenCalled()
  expect(two).toHaveBeenCalledWith({ type: 'device.changed', id: 4 })
  expect(other).not.toHaveBeenCalled()
})
