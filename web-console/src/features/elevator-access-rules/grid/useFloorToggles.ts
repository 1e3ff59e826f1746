import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

interface Options {
  /** Floors that can be chosen, in the order of the columns. */
  floors: readonly number[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

interface Drawing {
  from: number
  isOn: boolean
  /** Somebody has come to another floor: the press was no click. */
  hasMoved: boolean
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 }

/**
 * Floors that are switched on and off: by a click, by drawing over several with the mouse, and by
 * the arrow keys and the space bar. One of them is in the order of the tab key.
 */
export function useFloorToggles({ floors, chosen, onChange }: Options) {
  const [focused, setFocused] = useState<number>()
  const drawing = useRef<Drawing>(undefined)
  const buttons = useRef(new Map<number, HTMLButtonElement>())
  const entry = focused !== undefined && floors.includes(focused) ? focused : floors[0]

  const set = (several: readonly number[], isOn: boolean) => {
    const others = chosen.filter((each) => !several.includes(each))
    onChange(isOn ? [...others, ...several] : others)
  }
  const drawTo = (floor: number) => {
    const { current } = drawing
    if (!current || (floor === current.from && !current.hasMoved)) return
    drawing.current = { ...current, hasMoved: true }
    const [a, b] = [floors.indexOf(current.from), floors.indexOf(floor)]
    set(floors.slice(Math.min(a, b), Math.max(a, b) + 1), current.isOn)
  }
  const move = (from: number, step: number) => {
    const next = floors[floors.indexOf(from) + step]
    if (next === undefined) return
    setFocused(next)
    buttons.current.get(next)?.focus()
  }

  return (floor: number) => ({
    ref: (element: HTMLButtonElement | null) => {
      if (element) buttons.current.set(floor, element)
      else buttons.current.delete(floor)
    },
    tabIndex: floor === entry ? 0 : -1,
    'aria-pressed': chosen.includes(floor),
    onFocus: () => setFocused(floor),
    onPointerDown: ({ button, pointerType }: PointerEvent) => {
      // A finger scrolls the row of floors.
      const begins = button === 0 && pointerType !== 'touch'
      drawing.current = begins
        ? { from: floor, isOn: !chosen.includes(floor), hasMoved: false }
        : undefined
    },
    onPointerEnter: ({ buttons: pressed }: PointerEvent) => {
      if (pressed === 1) drawTo(floor)
      else drawing.current = undefined
    },
    onClick: () => {
      if (!drawing.current?.hasMoved) set([floor], !chosen.includes(floor))
      drawing.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (step === undefined) return
      event.preventDefault()
      move(floor, step)
    },
  })
}
