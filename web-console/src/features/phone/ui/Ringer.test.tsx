import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPhone } from '../testing/renderPhone'
import { Ringer } from './Ringer'

const sounds: FakeAudio[] = []

class FakeAudio {
  loop = false
  volume = 1
  isPlaying = false
  readonly source: string
  constructor(source: string) {
    this.source = source
    sounds.push(this)
  }
  play() {
    this.isPlaying = true
    return Promise.resolve()
  }
  pause() {
    this.isPlaying = false
  }
}

/** What is heard now: file and volume. */
const heard = () =>
  sounds.filter(({ isPlaying, loop }) => isPlaying && loop).map((it) => [it.source, it.volume])
const vibrate = vi.fn()
// It stays: the last parts leave the page after the test.
Object.assign(navigator, { vibrate })

beforeEach(() => {
  sounds.length = 0
  vibrate.mockClear()
  vi.stubGlobal('Audio', FakeAudio)
  document.title = 'Console'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a call rings and buzzes until it is answered', async () => {
  const { port, phone, happen } = await renderPhone(<Ringer />)
  expect(heard()).toEqual([])
  happen(() => void port.ring({ number: '1002', speechId: '7-1', type: 'awaiting' }))
  expect(heard()).toEqual([['/sounds/ring.wav', 1]])
  expect(vibrate).toHaveBeenLastCalledWith([400, 200, 400, 1_400])
  happen(() => phone.accept('7-1'))
  expect(heard()).toEqual([])
  expect(vibrate).toHaveBeenLastCalledWith(0)
})

test('a call for help has a sound of its own, also beside another that rings', async () => {
  const { port, happen } = await renderPhone(<Ringer />)
  happen(() => void port.ring({ number: '1002' }))
  happen(() => void port.ring({ number: '1004', isSos: true }))
  expect(heard()).toEqual([['/sounds/sos.wav', 1]])
})

test('beside a conversation it is soft and nothing buzzes', async () => {
  const { port, talk, happen } = await renderPhone(<Ringer />)
  talk('1002', '7-1')
  vibrate.mockClear()
  happen(() => void port.ring({ number: '1003' }))
  expect(heard()).toEqual([['/sounds/ring.wav', 0.15]])
  expect(vibrate).not.toHaveBeenCalledWith([400, 200, 400, 1_400])
})

test('the title of the page blinks and is as it was afterwards', async () => {
  const { port, happen } = await renderPhone(<Ringer />)
  vi.useFakeTimers()
  let session = ''
  happen(() => void (session = port.ring({ number: '1002' })))
  const titles = [document.title]
  for (let second = 0; second < 2; second += 1) {
    vi.advanceTimersByTime(1_000)
    titles.push(document.title)
  }
  expect(titles).toEqual(['☎ Incoming call · 1002', 'Console', '☎ Incoming call · 1002'])
  happen(() => port.hangUp(session))
  expect(document.title).toBe('Console')
})
