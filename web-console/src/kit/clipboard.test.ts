import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './clipboard'

const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
const setClipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
afterEach(() => {
  if (own) Object.defineProperty(navigator, 'clipboard', own)
  else Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(document, 'execCommand')
})

test('a browser that refuses is not said to have copied', async () => {
  setClipboard({ writeText: () => Promise.reject(new Error('not allowed')) })
  expect(await copyText('a')).toBe(false)
})

test('over plain http the older command copies, and its refusal is told', async () => {
  setClipboard(undefined)
  let copied = ''
  const command = vi.fn(() => {
    copied = document.querySelector('textarea')?.value ?? ''
    return true
  })
  Object.assign(document, { execCommand: command })
  expect(await copyText('https://console.test/users')).toBe(true)
  expect(copied).toBe('https://console.test/users')
  expect(document.querySelector('textarea')).toBeNull()
  command.mockReturnValue(false)
  expect(await copyText('b')).toBe(false)
})
