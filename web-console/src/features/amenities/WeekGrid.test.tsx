import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import type { AmenitySlot } from './api'
import words from './locales/en.json'
import { weekOf, type Choice } from './week'
import { WeekGrid } from './WeekGrid'

const HOUR = 3600
const dates = weekOf('2026-11-24')
const [monday, tuesday, , thursday] = dates as [string, string, string, string]

const slot = (date: string, hour: number, isFree = true): AmenitySlot => ({
  date,
  from: hour * HOUR,
  to: (hour + 1) * HOUR,
  start: `${date}T${String(hour).padStart(2, '0')}:00:00Z`,
  end: `${date}T${String(hour + 1).padStart(2, '0')}:00:00Z`,
  capacity: 10,
  taken: isFree ? 0 : 10,
  left: isFree ? 10 : 0,
  status: isFree ? 'free' : 'full',
})

// Wednesday is closed, and nine on Monday is full.
const slots = [monday, tuesday, thursday].flatMap((date) =>
  [9, 10, 11, 12].map((hour) => slot(date, hour, date !== monday || hour > 9)),
)

function Week({ onChoose }: { onChoose: (choice: Choice | undefined) => void }) {
  const [choice, setChoice] = useState<Choice>()
  const choose = (chosen: Choice | undefined) => {
    setChoice(chosen)
    onChoose(chosen)
  }
  return (
    <>
      <button type="button">Before</button>
      <WeekGrid dates={dates} slots={slots} choice={choice} persons={1} onChoose={choose} />
      <button type="button">After</button>
    </>
  )
}

/** The grid, and what is chosen: the date and the hours. */
function shown() {
  const chosen: [string, number[]][] = []
  renderApp(<Week onChoose={(choice) => choice && chosen.push([choice.date, hoursOf(choice)])} />, {
    words: { amenities: words },
  })
  return () => chosen.at(-1)
}
const hoursOf = ({ from }: Choice) => from.map((start) => start / HOUR)
const focused = () => document.activeElement?.getAttribute('data-slot')
const at = (date: string, hour: number) => `${date}-${hour * HOUR}`

test('the grid is one stop of the tab key, at its first free slot', async () => {
  shown()
  screen.getByRole('button', { name: 'Before' }).focus()
  await userEvent.tab()
  expect(focused()).toBe(at(monday, 10))
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(focused()).toBe(at(monday, 10))
})

test('arrow keys go from slot to slot, and over days that are closed', async () => {
  shown()
  screen.getByRole('button', { name: 'Before' }).focus()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe(at(tuesday, 11))
  await userEvent.keyboard('{ArrowRight}{ArrowUp}')
  expect(focused()).toBe(at(thursday, 10))
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe(at(thursday, 10))
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe(at(tuesday, 10))
})

test('a choice is made by the keyboard, longer with shift and an arrow, and shorter on the way back', async () => {
  const chosen = shown()
  screen.getByRole('button', { name: 'Before' }).focus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toEqual([monday, [10]])
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual([monday, [10, 11, 12]])
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(chosen()).toEqual([monday, [10, 11]])
})

test('a drag that comes back to where it began chooses that slot alone', () => {
  const last = shown()
  const button = (hour: number) =>
    document.querySelector<HTMLElement>(`[data-slot="${at(tuesday, hour)}"]`) as HTMLElement
  const drag = (from: number, to: number) =>
    fireEvent.pointerOut(button(from), { relatedTarget: button(to) })
  fireEvent.pointerDown(button(10), { pointerType: 'mouse' })
  drag(10, 11)
  drag(11, 12)
  expect(last()).toEqual([tuesday, [10, 11, 12]])
  drag(12, 10)
  fireEvent.pointerUp(button(10))
  fireEvent.click(button(10))
  expect(last()).toEqual([tuesday, [10]])
  fireEvent.pointerDown(button(11), { pointerType: 'mouse' })
  fireEvent.pointerUp(button(11))
  fireEvent.click(button(11))
  expect(last()).toEqual([tuesday, [10, 11]])
})

/** The bars of places, in the order of the page, as they are shown on a screen of this width. */
async function bars(isNarrow: boolean) {
  const matchMedia = window.matchMedia.bind(window)
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: isNarrow })
  onTestFinished(() => void (window.matchMedia = matchMedia))
  shown()
  await screen.findByRole('group', { name: 'Slots of the week' })
  const found = [...document.querySelectorAll<HTMLElement>('[aria-hidden] > span')]
  return found.map((bar) => bar.style.width).filter(Boolean)
}

test('the week is seen at a glance: seven days, each slot with its places as a bar', async () => {
  expect(await bars(false)).toEqual(['100%', ...Array.from({ length: 11 }, () => '0%')])
  expect(screen.getAllByText('Closed')).toHaveLength(4)
})

test('on a phone the week is seen at a glance above the slots of a day', async () => {
  // Three days that are open, and the four slots of the one that is shown.
  expect(await bars(true)).toEqual(['25%', '0%', '0%', '100%', '0%', '0%', '0%'])
  const days = screen.getByRole('group', { name: 'Days' })
  expect(within(days).getAllByRole('button')).toHaveLength(7)
  expect(screen.getByTitle('25% taken')).toBeVisible()
  expect(screen.getAllByTitle('Closed')).toHaveLength(4)
})
