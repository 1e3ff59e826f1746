import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOLD, HoldButton } from './HoldButton'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function button() {
  const held = vi.fn()
  render(<HoldButton onHeld={held}>Start</HoldButton>)
  return { held, start: screen.getByRole('button', { name: 'Start' }) }
}

test('an alert starts when its button was held for two seconds, and not by a touch', () => {
  const { held, start } = button()
  fireEvent.click(start)
  fireEvent.pointerDown(start)
  vi.advanceTimersByTime(HOLD - 1)
  fireEvent.pointerUp(start)
  vi.advanceTimersByTime(HOLD)
  expect(held).not.toHaveBeenCalled()
  fireEvent.pointerDown(start)
  vi.advanceTimersByTime(HOLD)
  expect(held).toHaveBeenCalledOnce()
})

test('the keyboard holds it, too', () => {
  const { held, start } = button()
  fireEvent.keyDown(start, { key: 'Enter' })
  // The browser repeats a key that is held.
  fireEvent.keyDown(start, { key: 'Enter' })
  vi.advanceTimersByTime(HOLD / 2)
  fireEvent.keyUp(start, { key: 'Enter' })
  vi.advanceTimersByTime(HOLD)
  expect(held).not.toHaveBeenCalled()
  fireEvent.keyDown(start, { key: ' ' })
  vi.advanceTimersByTime(HOLD)
  expect(held).toHaveBeenCalledOnce()
})
