import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '@/kit/useMediaQuery'
import type { AmenitySlot } from './api'
import { clock, dayName, isFree, shareTaken, slotsOf, span, tap, type Choice } from './week'
import styles from './WeekGrid.module.css'

interface Props {
  /** The days that are shown, seven at most. */
  dates: readonly string[]
  slots: readonly AmenitySlot[]
  choice: Choice | undefined
  /** What the reservation that is moved has taken already. */
  own?: Choice
  persons: number
  onChoose: (choice: Choice | undefined) => void
}

/** The slots of a week, each with its places as a bar: tap or drag to choose some that follow one another. */
export function WeekGrid({ dates, slots, choice, own, persons, onChoose }: Props) {
  const { t, i18n } = useTranslation('amenities')
  const locale = i18n.resolvedLanguage ?? 'en'
  const isNarrow = useIsNarrow()
  const [shown, setShown] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string>()
  const drag = useRef<AmenitySlot>(undefined)
  const hasDragged = useRef(false)
  const fits = (slot: AmenitySlot) => isFree(slot, persons, own)

  const firstFree = dates.find((date) => slotsOf(slots, date).some(fits))
  const day = shown && dates.includes(shown) ? shown : (choice?.date ?? firstFree ?? dates[0])
  const columns = isNarrow ? dates.filter((date) => date === day) : dates

  // The grid is one stop of the Tab key: where the arrow keys have been, else the choice, else the first free slot.
  const seen = slots.filter(({ date }) => columns.includes(date))
  const inTabOrder =
    seen.find((slot) => keyOf(slot) === stop) ??
    seen.find(({ date, from }) => choice?.date === date && choice.from[0] === from) ??
    seen.find(fits) ??
    seen[0]

  /** The slot at about the same hour of the next day that is open. */
  const beside = (slot: AmenitySlot, step: number) => {
    const at = columns.indexOf(slot.date)
    const days = step > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
    return days.map((date) => nearest(slotsOf(slots, date), slot.from)).find(Boolean)
  }

  const move = (event: KeyboardEvent, slot: AmenitySlot) => {
    hasDragged.current = false
    const steps: Record<string, [number, number]> = {
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const inDay = slotsOf(slots, slot.date)
    const row = inDay.findIndex(({ from }) => from === slot.from) + step[1]
    const target = step[0] === 0 ? inDay[row] : beside(slot, step[0])
    if (!target) return
    if (event.shiftKey && step[0] === 0) {
      onChoose(span(inDay, anchorOf(choice, slot), target.from, fits) ?? choice)
    }
    grid.current?.querySelector<HTMLElement>(`[data-slot="${keyOf(target)}"]`)?.focus()
  }

  return (
    <div className={styles.frame}>
      {isNarrow && (
        <div className={styles.days} role="group" aria-label={t('booking.days')}>
          {dates.map((date) => {
            const name = dayName(date, locale)
            const inDay = slotsOf(slots, date)
            const share = shareTaken(inDay)
            const title =
              share === undefined
                ? t('booking.closed')
                : t('booking.taken', { percent: Math.round(share * 100) })
            return (
              <button
                key={date}
                type="button"
                className={styles.day}
                aria-pressed={date === day}
                data-free={inDay.some(fits)}
                title={title}
                onClick={() => setShown(date)}
              >
                <span>{name.weekday}</span>
                <strong>{name.day}</strong>
                {share !== undefined && <Places share={share} />}
              </button>
            )
          })}
        </div>
      )}
      <div
        ref={grid}
        className={styles.grid}
        style={{
          gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))`,
        }}
        role="group"
        aria-label={t('booking.grid')}
        onPointerUp={() => (drag.current = undefined)}
        onPointerLeave={() => (drag.current = undefined)}
      >
        {columns.map((date) => {
          const name = dayName(date, locale)
          const inDay = slotsOf(slots, date)
          return (
            <div key={date} className={styles.column}>
              {!isNarrow && (
                <div className={styles.head}>
                  <span>{name.weekday}</span> <strong>{name.day}</strong>
                </div>
              )}
              {inDay.length === 0 && <p className={styles.none}>{t('booking.closed')}</p>}
              {inDay.map((slot) => (
                <Slot
                  key={slot.from}
                  slot={slot}
                  isChosen={choice?.date === date && choice.from.includes(slot.from)}
                  isOn={fits(slot)}
                  isInTabOrder={slot === inTabOrder}
                  onFocus={() => setStop(keyOf(slot))}
                  dayName={`${name.weekday} ${name.day}`}
                  onKeyDown={(event) => move(event, slot)}
                  onPress={(isMouse) => {
                    drag.current = isMouse ? slot : undefined
                    hasDragged.current = false
                  }}
                  onEnter={() => {
                    const from = drag.current
                    if (from?.date !== date || (from.from === slot.from && !hasDragged.current))
                      return
                    hasDragged.current = true
                    onChoose(span(inDay, from.from, slot.from, fits))
                  }}
                  onTap={() => {
                    // The click that ends a drag is no choice of its own.
                    if (!hasDragged.current) onChoose(tap(choice, slot, inDay, fits))
                  }}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const keyOf = ({ date, from }: AmenitySlot) => `${date}-${from}`

/** Where a choice that is made longer or shorter by the keyboard begins: at its other end. */
function anchorOf(choice: Choice | undefined, slot: AmenitySlot): number {
  const [first, last] = [choice?.from[0], choice?.from.at(-1)]
  if (choice?.date !== slot.date || first === undefined || last === undefined) return slot.from
  if (slot.from === first) return last
  return slot.from === last ? first : slot.from
}

const nearest = (day: readonly AmenitySlot[], from: number) =>
  day.toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]

interface SlotProps {
  slot: AmenitySlot
  isChosen: boolean
  isOn: boolean
  isInTabOrder: boolean
  dayName: string
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (isMouse: boolean) => void
  onEnter: () => void
  onTap: () => void
}

function Slot({ slot, isChosen, isOn, isInTabOrder, dayName: day, ...on }: SlotProps) {
  const { t } = useTranslation('amenities')
  const status = slot.status ?? 'past'
  const words = t(`options.slots.${status}`, {
    left: slot.left,
    all: slot.capacity,
  })
  const share = slot.capacity > 0 ? Math.min(1, slot.taken / slot.capacity) : 1
  return (
    <button
      type="button"
      className={styles.slot}
      data-slot={keyOf(slot)}
      data-status={status}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={!isOn}
      aria-label={`${day}, ${clock(slot.from)} ${words}`}
      title={words}
      onFocus={on.onFocus}
      onKeyDown={on.onKeyDown}
      onPointerDown={(event) => on.onPress(event.pointerType === 'mouse')}
      onPointerEnter={on.onEnter}
      onClick={on.onTap}
    >
      <span className={styles.time}>{clock(slot.from)}</span>{' '}
      <span className={styles.left}>{status === 'past' ? '' : words}</span>
      <Places share={share} />
    </button>
  )
}

/** The places that are taken, as a bar; in words they stand beside it. */
function Places({ share }: { share: number }) {
  return (
    <span className={styles.bar} data-full={share >= 1} aria-hidden>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
