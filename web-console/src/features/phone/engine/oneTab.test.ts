import { beforeEach, expect, test, vi } from 'vitest'
import { OneTab, type Locks } from './oneTab'

interface Waiter {
  run: () => void
}

/** One lock of a browser, as several tabs see it. */
class FakeLocks {
  #holder: ((error: Error) => void) | undefined
  readonly #queue: Waiter[] = []

  readonly request = (async (
    _name: string,
    options: LockOptions,
    hold: LockGrantedCallback<unknown>,
  ) => {
    if (options.steal) this.#holder?.(new DOMException('stolen', 'AbortError'))
    if (this.#holder && !options.steal) {
      if (options.ifAvailable) return hold(null)
      await this.#wait(options.signal)
    }
    return this.#grant(hold)
  }) as Locks['request']

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { run: resolve }
      this.#queue.push(waiter)
      signal?.addEventListener('abort', () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1)
        reject(new DOMException('withdrawn', 'AbortError'))
      })
    })
  }

  async #grant(hold: LockGrantedCallback<unknown>): Promise<unknown> {
    const stolen = new Promise<never>((_resolve, reject) => {
      this.#holder = reject
    })
    const mine = this.#holder
    try {
      return await Promise.race([Promise.resolve(hold({ name: '', mode: 'exclusive' })), stolen])
    } finally {
      if (this.#holder === mine) {
        this.#holder = undefined
        this.#queue.shift()?.run()
      }
    }
  }
}

let locks: FakeLocks

beforeEach(() => {
  locks = new FakeLocks()
})

function openTab() {
  const listener = { onHeld: vi.fn(), onElsewhere: vi.fn() }
  const tab = new OneTab('phone', listener, locks)
  tab.start()
  return { tab, ...listener }
}

/** Every promise that is settled by now has told so. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('only one tab has the phone', async () => {
  const [one, two] = [openTab(), openTab()]
  await settle()
  expect(one.onHeld).toHaveBeenCalledTimes(1)
  expect(two.onHeld).not.toHaveBeenCalled()
  expect(two.onElsewhere).toHaveBeenCalledTimes(1)
})

test('the next tab has it when the first is closed', async () => {
  const [one, two] = [openTab(), openTab()]
  await settle()
  one.tab.stop()
  await settle()
  expect(two.onHeld).toHaveBeenCalledTimes(1)
  expect(one.onElsewhere).not.toHaveBeenCalled()
})

test('a tab can take it from another, which waits then', async () => {
  const [one, two] = [openTab(), openTab()]
  await settle()
  two.tab.take()
  await settle()
  expect(two.onHeld).toHaveBeenCalledTimes(1)
  expect(one.onElsewhere).toHaveBeenCalledTimes(1)
  two.tab.stop()
  await settle()
  expect(one.onHeld).toHaveBeenCalledTimes(2)
})

test('a tab that is closed while it waits never has it', async () => {
  const [one, two] = [openTab(), openTab()]
  await settle()
  two.tab.stop()
  one.tab.stop()
  await settle()
  expect(two.onHeld).not.toHaveBeenCalled()
})

test('a browser without locks lets every tab have it', () => {
  const listener = { onHeld: vi.fn(), onElsewhere: vi.fn() }
  vi.stubGlobal('navigator', {})
  new OneTab('phone', listener).start()
  vi.unstubAllGlobals()
  expect(listener.onHeld).toHaveBeenCalledTimes(1)
})
