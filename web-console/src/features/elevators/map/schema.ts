import { z } from 'zod'
import { issue, rangeRule } from '@/kit/form'
import { clashesOf, MAX_FLOORS, MAX_PORT } from './floors'

const MAX_NAME = 100
const MAX_APARTMENTS = 100
/** Unit and apartment, as 01-05. */
const APARTMENT = /^\d{2}-(?!00)\d{2}$/
const MAX_PORTS = 64

/** What is wrong with one item of a typed list stands at the list: its field shows them all. */
const apartments = z
  .array(z.string())
  .max(MAX_APARTMENTS, issue('max_items', { max: MAX_APARTMENTS }))
  .refine((list) => list.every((text) => APARTMENT.test(text)), { message: 'must be UU-AA' })

const ports = z
  .array(z.number())
  .max(MAX_PORTS, issue('max_items', { max: MAX_PORTS }))
  .refine((list) => list.every((port) => Number.isInteger(port) && port >= 1 && port <= MAX_PORT), {
    message: issue('range', { min: 1, max: MAX_PORT }),
  })

const floorSchema = z.object({
  floor: rangeRule(1, MAX_FLOORS),
  name: z
    .string()
    .trim()
    .max(MAX_NAME, issue('max_length', { max: MAX_NAME })),
  is_public: z.boolean(),
  is_panel_floor: z.boolean(),
  apartments,
  ports: z.record(z.string(), ports),
})

/** The floors of all controllers: each floor once, and each output of a controller at one floor. */
export const mapSchema = z.object({
  floors: z
    .array(floorSchema)
    .max(MAX_FLOORS, issue('max_items', { max: MAX_FLOORS }))
    .superRefine((floors, context) => {
      const clashes = clashesOf(floors)
      const add = (path: (string | number)[]) => {
        context.addIssue({ code: 'custom', path, message: issue('unique') })
      }
      for (const row of clashes.floors) add([row, 'floor'])
      for (const { row, controller } of clashes.ports) add([row, 'ports', controller])
    }),
})

export type MapForm = z.input<typeof mapSchema>

/** Who is let go to a floor: those with a right to it, everybody, or nobody, as where a panel stands. */
export const KINDS = ['private', 'public', 'panel'] as const
export type FloorKind = (typeof KINDS)[number]

export function kindOf({
  is_public,
  is_panel_floor,
}: {
  is_public: boolean
  is_panel_floor: boolean
}): FloorKind {
  if (is_panel_floor) return 'panel'
  return is_public ? 'public' : 'private'
}
