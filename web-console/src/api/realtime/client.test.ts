import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RECONNECT_DELAY } from '../limits'
import { parseMessage, RealtimeClient, type IncomingMessage, type RealtimeStatus } from './client'

class FakeSocket extends EventTarget {
  readyState = 0
  sent: unknown[] = []
  send = (text: string) => this.sent.push(JSON.parse(text))
  close = () => this.drop(1000)
  accept() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  drop(code = 1006) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  say(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

function setUp() {
  const sockets: FakeSocket[] = []
  const statuses: RealtimeStatus[] = []
  const messages: IncomingMessage[] = []
  const onReconnect = vi.fn()
  const onSessionOver = vi.fn()
  const client = new RealtimeClient({
    address: async () => 'ws://console.test/api/v0/ws?access_token=t',
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
    onReconnect,
    onSessionOver,
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  })
  return { client, sockets, statuses, messages, onReconnect, onSessionOver }
}

/** Lets the address resolve. */
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('realtime client', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('topics asked for before the connection are subscribed once it is open', async () => {
    const { client, sockets, statuses } = setUp()
    client.subscribe('private-users.7')
    client.start()
    await settle()
    expect(sockets[0]!.sent).toEqual([])
    sockets[0]!.accept()
    expect(sockets[0]!.sent).toEqual([{ type: 'subscribe', topic: 'private-users.7' }])
    expect(statuses).toEqual(['connecting', 'connected'])
  })

  test('a lost connection comes back after the delay, with its topics, and asks for a refetch', async () => {
    const { client, sockets, statuses, onReconnect } = setUp()
    client.subscribe('a')
    client.start()
    await settle()
    sockets[0]!.accept()
    sockets[0]!.drop()
    expect(statuses.at(-1)).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY - 1)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    sockets[1]!.accept()
    expect(sockets[1]!.sent).toEqual([{ type: 'subscribe', topic: 'a' }])
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  test('the first connection is no reconnect', async () => {
    const { client, sockets, onReconnect } = setUp()
    client.start()
    await settle()
    sockets[0]!.drop()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY)
    sockets[1]!.accept()
    expect(onReconnect).not.toHaveBeenCalled()
  })

  test('a stopped client stays stopped', async () => {
    const { client, sockets, statuses } = setUp()
    client.start()
    await settle()
    sockets[0]!.accept()
    client.stop()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY * 3)
    expect(sockets).toHaveLength(1)
    expect(statuses.at(-1)).toBe('disconnected')
  })

  test('a session that the server has ended is told apart from a lost connection', async () => {
    const { client, sockets, onSessionOver } = setUp()
    client.start()
    await settle()
    sockets[0]!.accept()
    sockets[0]!.drop()
    expect(onSessionOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY)
    sockets[1]!.accept()
    sockets[1]!.drop(4401)
    expect(onSessionOver).toHaveBeenCalledTimes(1)
  })

  test('messages of a replaced connection are ignored', async () => {
    const { client, sockets, messages } = setUp()
    client.start()
    await settle()
    sockets[0]!.accept()
    sockets[0]!.drop()
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY)
    sockets[0]!.say({ topic: 'a', data: { type: 'Old' } })
    sockets[1]!.say({ topic: 'a', data: { type: 'New' } })
    expect(messages.map(({ data }) => data.type)).toEqual(['New'])
  })
})

test('only messages of the agreed shape are passed on', () => {
  expect(parseMessage('{"topic":"a","data":{"type":"X"}}')).toEqual({
    topic: 'a',
    data: { type: 'X' },
  })
  expect(parseMessage('{"topic":"a","data":"{\\"type\\":\\"X\\"}"}')?.data.type).toBe('X')
  for (const garbage of ['', '{', '[]', '{"topic":"a"}', '{"topic":1,"data":{"type":"X"}}', 5]) {
    expect(parseMessage(garbage)).toBeUndefined()
  }
})
