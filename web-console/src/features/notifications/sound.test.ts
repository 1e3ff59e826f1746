import { beforeEach, expect, test, vi } from 'vitest'
import { writePreference } from '@/kit/preferences'
import { playOnce, soundOn } from './sound'

const played: string[] = []

beforeEach(() => {
  played.length = 0
  vi.stubGlobal(
    'Audio',
    class {
      readonly file: string
      constructor(file: string) {
        this.file = file
      }
      play() {
        played.push(this.file)
        return Promise.reject(new DOMException('nobody has touched the page', 'NotAllowedError'))
      }
    },
  )
})

test('each sound has its file, and a browser that refuses to play does no harm', () => {
  playOnce('alarm.mp3', 10_000)
  playOnce('unheard-of.mp3', 20_000)
  expect(played).toEqual(['/sounds/alarm.wav', '/sounds/alert.wav'])
})

test('a burst is heard once', () => {
  playOnce('alert.mp3', 10_000)
  playOnce('alert.mp3', 11_000)
  playOnce('alert.mp3', 13_000)
  expect(played).toHaveLength(2)
})

test('whoever turned sounds off hears none', () => {
  writePreference(soundOn, false)
  playOnce('alert.mp3', 10_000)
  expect(played).toEqual([])
})
