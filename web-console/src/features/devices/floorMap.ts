import { z } from 'zod'
import { issue, rangeRule } from '@/kit/form'

/** Floors of one controller. */
export const MAX_FLOORS = 98
const MAX_PORT = 255

/** "1, 2 5" -> ["1", "2", "5"]. */
const parts = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

const words = (max: number) => z.array(z.string().max(max, issue('max_length', { max })))

const floorSchema = z
  .object({
    floor: rangeRule(1, MAX_FLOORS),
    name: z
      .string()
      .trim()
      .max(100, issue('max_length', { max: 100 })),
    is_public: z.boolean(),
    is_panel_floor: z.boolean(),
    apartments: words(16).max(100, issue('invalid')),
    ports: z.array(rangeRule(1, MAX_PORT)).max(64, issue('invalid')),
  })
  .refine(({ is_public, is_panel_floor }) => !(is_public && is_panel_floor), {
    path: ['is_public'],
    message: 'a floor cannot be both public and a panel installation floor',
  })
  .refine(({ is_panel_floor, apartments }) => !is_panel_floor || apartments.length === 0, {
    path: ['apartments'],
    message: 'no apartments on a panel floor',
  })

export type FloorForm = z.input<typeof floorSchema>

/** Each floor once. */
export const floorMapSchema = z
  .array(floorSchema)
  .max(MAX_FLOORS)
  .superRefine((floors, context) => {
    floors.forEach(({ floor }, at) => {
      if (floors.findIndex((other) => other.floor === floor) < at) {
        context.addIssue({ code: 'custom', path: [at, 'floor'], message: issue('unique') })
      }
    })
  })

/** The next floor above what is there, on the next free output. */
export function nextFloor(floors: readonly FloorForm[]): FloorForm {
  const taken = floors.map(({ floor }) => floor)
  const port = Math.max(0, ...floors.flatMap(({ ports }) => ports)) + 1
  return {
    floor: Math.min(Math.max(0, ...taken) + 1, MAX_FLOORS),
    name: '',
    is_public: false,
    is_panel_floor: false,
    apartments: [],
    ports: port <= MAX_PORT ? [port] : [],
  }
}

/** What somebody typed as a list. */
export const typedList = parts

/** Numbers of a typed list; what is no number is left out. */
export const typedNumbers = (text: string) =>
  parts(text)
    .map(Number)
    .filter((number) => Number.isInteger(number))
