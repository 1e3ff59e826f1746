import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { issue, nameRule, refRule } from '@/kit/form'
import { GUEST_TYPES, KINDS, type GuestKey, type GuestKeyInput } from './api'
import { hoursOf, isTimeOfDay, minuteOf, timeOf, WEEKDAYS } from './hours'

export const MAX_VISITS = LIMITS.GuestKey.pass_limit.maximum
const { message: MESSAGE, name: NAME, value: VALUE } = LIMITS.GuestKey

export const guestKeySchema = z
  .object({
    name: nameRule(NAME.maxLength),
    kind: z.enum(KINDS),
    value: z
      .string()
      .trim()
      .max(VALUE.maxLength, issue('max_length', { max: VALUE.maxLength })),
    guest_type: z.enum(GUEST_TYPES),
    message: z
      .string()
      .trim()
      .max(MESSAGE.maxLength, issue('max_length', { max: MESSAGE.maxLength })),
    owner: refRule.nullable(),
    access_rules: z.array(refRule).min(1, issue('required')),
    period_restrict_active: z.boolean(),
    period_restrict_from: z.string().nullable(),
    period_restrict_to: z.string().nullable(),
    has_pass_limit: z.boolean(),
    pass_limit: z.number().nullable(),
    has_hours: z.boolean(),
    weekdays: z.array(z.enum(WEEKDAYS)),
    hours_from: z.string(),
    hours_to: z.string(),
  })
  .superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (values.kind === 'license_plate' && !/[\p{L}\d]/u.test(values.value)) {
      refuse('value', values.value === '' ? 'required' : 'value must be alphanumeric')
    }
    if (values.kind === 'access_code' && !/^\d{0,10}$/.test(values.value)) {
      refuse('value', 'value must be a number')
    }
    if (!values.period_restrict_active && !values.has_pass_limit) {
      refuse('period_restrict_active', 'at least one must have a value')
    }
    const { period_restrict_from: from, period_restrict_to: to } = values
    if (values.period_restrict_active && to === null)
      refuse('period_restrict_to', issue('required'))
    if (
      values.period_restrict_active &&
      from !== null &&
      to !== null &&
      Date.parse(from) >= Date.parse(to)
    ) {
      refuse('period_restrict_to', 'must be greater than period_restrict_from')
    }
    if (values.has_hours) {
      if (values.kind === 'license_plate') refuse('has_hours', "can't perform action")
      if (values.weekdays.length === 0) refuse('weekdays', issue('not_empty'))
      for (const path of ['hours_from', 'hours_to'] as const) {
        if (!isTimeOfDay(values[path])) refuse(path, 'wrong parameters')
      }
    }
    const visits = values.pass_limit
    const isCount =
      visits !== null && Number.isInteger(visits) && visits >= 1 && visits <= MAX_VISITS
    if (values.has_pass_limit && !isCount) {
      refuse('pass_limit', issue('range', { min: 1, max: MAX_VISITS }))
    }
  })

export type GuestKeyForm = z.input<typeof guestKeySchema>

export const emptyGuestKey: GuestKeyForm = {
  name: '',
  kind: 'qr',
  value: '',
  guest_type: 'guest',
  message: '',
  owner: null,
  access_rules: [],
  period_restrict_active: true,
  period_restrict_from: null,
  period_restrict_to: null,
  has_pass_limit: true,
  pass_limit: 1,
  has_hours: false,
  weekdays: ['1', '2', '3', '4', '5'],
  hours_from: '09:00',
  hours_to: '18:00',
}

export const toGuestKeyForm = (key: GuestKey): GuestKeyForm => ({
  name: key.name,
  kind: key.kind ?? 'qr',
  value: key.value,
  guest_type: key.guest_type ?? 'guest',
  message: key.message,
  owner: key.owner,
  access_rules: key.access_rules,
  period_restrict_active: key.period_restrict_active,
  period_restrict_from: key.period_restrict_from,
  period_restrict_to: key.period_restrict_to,
  has_pass_limit: key.pass_limit > 0,
  pass_limit: key.pass_limit > 0 ? key.pass_limit : 1,
  has_hours: Boolean(key.hours),
  weekdays: WEEKDAYS.filter((day) => key.hours?.weekdays.includes(Number(day))),
  hours_from: key.hours ? timeOf(key.hours.from_minute) : emptyGuestKey.hours_from,
  hours_to: key.hours ? timeOf(key.hours.to_minute) : emptyGuestKey.hours_to,
})

/** What is off is sent as no limit; the server makes the value of what is neither typed nor a plate. */
export function toGuestKeyBody(values: z.output<typeof guestKeySchema>): GuestKeyInput {
  const {
    has_pass_limit: isCounted,
    pass_limit: visits,
    has_hours: hasHours,
    weekdays,
    hours_from: from,
    hours_to: to,
    ...rest
  } = values
  const isTyped = values.kind === 'license_plate' || values.kind === 'access_code'
  const isPeriod = values.period_restrict_active
  return {
    ...rest,
    value: isTyped ? values.value : '',
    period_restrict_from: isPeriod ? values.period_restrict_from : null,
    period_restrict_to: isPeriod ? values.period_restrict_to : null,
    pass_limit: isCounted ? (visits ?? 1) : 0,
    hours: hasHours ? hoursOf(weekdays, minuteOf(from), minuteOf(to)) : null,
  }
}
