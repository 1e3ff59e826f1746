import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { formTexts } from '@/kit/fields'
import { issue, nameRule, rangeRule, refRule, someOf } from '@/kit/form'
import { WEEKDAYS, type Weekday } from '@/kit/time'
import type { Amenity, AmenityInput } from './api'
import { amenityFields } from './fields'
import { isWeekday } from './week'

const HOUR = 3600
const MINUTE = 60
const DAY = 24 * HOUR
const MAX_PERSONS = 500
const MAX_ITEMS = 168

const texts = formTexts(amenityFields, LIMITS.Amenity)

const itemRule = z.object({
  days: z.array(z.enum(WEEKDAYS)).min(1, issue('not_empty')),
  from: rangeRule(0, DAY),
  to: rangeRule(0, DAY),
})

export const amenitySchema = z
  .object({
    ...texts.shape,
    name: nameRule(LIMITS.Amenity.name.maxLength),
    domains: someOf(refRule),
    access_rules: someOf(refRule),
    number_of_persons: z.object({ min: rangeRule(1, MAX_PERSONS), max: rangeRule(1, MAX_PERSONS) }),
    is_exclusive: z.boolean(),
    time_slots: z.object({
      /** Minutes; the API has seconds. */
      duration: rangeRule(5, DAY / MINUTE),
      items: z.array(itemRule).min(1, issue('not_empty')).max(MAX_ITEMS, 'too many values'),
    }),
    time_zone: z.string(),
    horizon_days: rangeRule(1, 365),
    cancel_before: rangeRule(0, 43_200),
    live_per_user: rangeRule(1, 100),
    lead: rangeRule(0, 1440),
  })
  .superRefine((values, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const { min, max } = values.number_of_persons
    if (min > max) add(['number_of_persons', 'max'], issue('range', { min, max: MAX_PERSONS }))
    const { duration, items } = values.time_slots
    for (const [at, { from, to }] of items.entries()) {
      if (from >= to) add(['time_slots', 'items', at, 'to'], 'must be greater than from')
      else if ((to - from) % (duration * MINUTE) !== 0)
        add(['time_slots', 'items', at, 'to'], 'must be a multiple of the duration')
    }
    const clash = overlapping(items)
    if (clash >= 0) add(['time_slots', 'items', clash, 'from'], 'inconsistent slots')
  })

export type AmenityForm = z.input<typeof amenitySchema>

interface Hours {
  days: Weekday[]
  from: number
  to: number
}

/** The first item that overlaps one before it on a day; -1 for none. */
export function overlapping(items: readonly Hours[]): number {
  return items.findIndex((item, at) =>
    items
      .slice(0, at)
      .some(
        (other) =>
          other.days.some((day) => item.days.includes(day)) &&
          other.from < item.to &&
          item.from < other.to,
      ),
  )
}

export const emptyItem = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as Weekday[],
  from: 9 * HOUR,
  to: 18 * HOUR,
}

export const emptyAmenity: AmenityForm = {
  ...texts.empty,
  name: '',
  domains: [],
  access_rules: [],
  number_of_persons: { min: 1, max: MAX_PERSONS },
  is_exclusive: false,
  time_slots: { duration: HOUR / MINUTE, items: [emptyItem] },
  time_zone: '',
  horizon_days: 60,
  cancel_before: 0,
  live_per_user: 5,
  lead: 10,
}

export const toAmenityForm = (amenity: Amenity): AmenityForm => ({
  ...texts.toForm(amenity),
  name: amenity.name,
  domains: amenity.domains,
  access_rules: amenity.access_rules,
  number_of_persons: {
    min: amenity.number_of_persons?.min ?? 1,
    max: amenity.number_of_persons?.max ?? MAX_PERSONS,
  },
  is_exclusive: amenity.is_exclusive,
  time_slots: {
    duration: (amenity.time_slots?.duration ?? HOUR) / MINUTE,
    items: (amenity.time_slots?.items ?? []).map(({ days, from, to }) => ({
      days: days.filter(isWeekday),
      from,
      to,
    })),
  },
  time_zone: amenity.time_zone,
  horizon_days: amenity.horizon_days,
  cancel_before: amenity.cancel_before,
  live_per_user: amenity.live_per_user,
  lead: amenity.lead,
})

export const toAmenityBody = (values: z.output<typeof amenitySchema>): AmenityInput => ({
  ...values,
  time_slots: { ...values.time_slots, duration: values.time_slots.duration * MINUTE },
})
