import { z } from 'zod'
import { issue, optionalText, rangeRule } from '@/kit/form'
import type { GroupKind } from '@/features/group-types'
import type { Numbering } from '../api'

export const NUMBERINGS = ['floor', 'unit', 'building'] as const satisfies readonly Numbering[]

/** More than this is not planned at once. */
export const MAX_GROUPS = 20_000

const nameOf = () =>
  optionalText(100).refine((text) => text === null || text.includes('{n}'), issue('needs_number'))

export const generateSchema = z
  .object({
    buildings: rangeRule(0, 500),
    first_building: rangeRule(1, 9_999),
    building_name: nameOf(),
    units: rangeRule(0, 100),
    first_unit: rangeRule(0, 99),
    unit_name: nameOf(),
    floors: rangeRule(0, 99),
    first_floor: rangeRule(0, 98),
    floor_name: nameOf(),
    apartments: rangeRule(0, 99),
    first_apartment: rangeRule(1, 99),
    apartment_name: nameOf(),
    numbering: z.enum(NUMBERINGS),
  })
  .superRefine((values, context) => {
    const count = groupsOf(values)
    if (count === 0) {
      context.addIssue({ code: 'custom', path: ['buildings'], message: issue('nothing') })
    }
    if (count > MAX_GROUPS) {
      const message = issue('plan_limit', { max: MAX_GROUPS })
      context.addIssue({ code: 'custom', path: ['apartments'], message })
    }
  })

export type GenerateForm = z.input<typeof generateSchema>
export type GenerateValues = z.output<typeof generateSchema>

export const emptyGenerate: GenerateForm = {
  buildings: 1,
  first_building: 1,
  building_name: '',
  units: 2,
  first_unit: 1,
  unit_name: '',
  floors: 5,
  first_floor: 1,
  floor_name: '',
  apartments: 4,
  first_apartment: 1,
  apartment_name: '',
  numbering: 'floor',
}

/** From the outside to the inside. */
const KINDS = ['building', 'unit', 'floor', 'apartment'] as const satisfies readonly GroupKind[]
const COUNTS = ['buildings', 'units', 'floors', 'apartments'] as const

/** The kinds that have their place in a group: a building has entrances, an entrance floors, a floor apartments. */
export function levelsIn(kind: GroupKind | undefined): (typeof KINDS)[number][] {
  return KINDS.slice(KINDS.findIndex((each) => each === kind) + 1)
}

/** What a dialog begins with: all that the group can take. */
export function startIn(kind: GroupKind | undefined): GenerateForm {
  const levels = levelsIn(kind)
  const outer = COUNTS.filter((_, level) => !levels.some((each) => each === KINDS[level]))
  return { ...emptyGenerate, ...Object.fromEntries(outer.map((count) => [count, 0])) }
}

type Sizes = Pick<GenerateForm, 'buildings' | 'units' | 'floors' | 'apartments'>

/** How many groups would come into being: a level of none is left out. */
export function groupsOf({ buildings, units, floors, apartments }: Sizes): number {
  let parents = 1
  let sum = 0
  for (const count of [buildings, units, floors, apartments]) {
    if (!count) continue
    parents *= count
    sum += parents
  }
  return sum
}

/** What is asked of the server; an empty name is the server's to choose. */
export const toPlanRequest = (values: GenerateValues) => ({
  ...values,
  building_name: values.building_name ?? '',
  unit_name: values.unit_name ?? '',
  floor_name: values.floor_name ?? '',
  apartment_name: values.apartment_name ?? '',
})
