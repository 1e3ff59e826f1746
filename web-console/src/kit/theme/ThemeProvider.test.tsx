// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from './ThemeProvider'

/** Media queries that the test answers. */
class Media {
  readonly #queries = new Map<string, { matches: boolean; listeners: Set<() => void> }>()

  readonly match = (query: string) => {
    const state = this.#of(query)
    return {
      get matches() {
        return state.matches
      },
      addEventListener: (_: string, listener: () => void) => state.listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => state.listeners.delete(listener),
    }
  }

  turn(query: string, matches: boolean): void {
    const state = this.#of(query)
    state.matches = matches
    for (const listener of state.listeners) listener()
  }

  #of(query: string) {
    const state = this.#queries.get(query) ?? { matches: false, listeners: new Set<() => void>() }
    this.#queries.set(query, state)
    return state
  }
}

afterEach(() => vi.unstubAllGlobals())

test.each(['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)'])(
  'what somebody types stays when %s changes',
  async (query) => {
    const media = new Media()
    vi.stubGlobal('matchMedia', media.match)
    render(
      <ThemeProvider>
        <input aria-label="Name" />
      </ThemeProvider>,
    )
    await userEvent.type(screen.getByLabelText('Name'), 'Nora')
    act(() => media.turn(query, true))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nora')
    act(() => media.turn(query, false))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nora')
  },
)
