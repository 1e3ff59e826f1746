import { z } from 'zod'
import { issue, nameRule, optionalText } from '@/kit/form'
import { WEEKDAYS } from '@/kit/time'
import type { TimeRule, TimeRuleInput } from './api'
import { CUSTOM_MODES, DAY_TYPES, DURATION_MODES, ITERATIONS, REPEAT_MODES, wordOf } from './words'

const MAX_LOOPER = 1000
const MAX_COUNT = 100_000

/** Wall clock of the schedule's zone, as `2026-11-23T08:00:00`. */
const wallTime = z.string().min(1, issue('required'))

const recurrence = {
  valid_from: wallTime,
  valid_to: wallTime,
  is_all_day: z.boolean(),
  repeat_mode: z.enum(REPEAT_MODES),
  repeat_duration_mode: z.enum(DURATION_MODES),
  repeat_duration_count: z.number().nullable(),
  repeat_duration_until: z.string().nullable(),
  repeat_custom_mode: z.enum(CUSTOM_MODES),
  repeat_custom_monthes: z.array(z.number()),
  repeat_custom_weekdays: z.array(z.enum(WEEKDAYS)),
  repeat_custom_days: z.array(z.number()),
  repeat_custom_looper: z.number().nullable(),
  repeat_custom_use_day_types: z.boolean(),
  repeat_custom_day_iteration: z.enum(ITERATIONS).nullable(),
  repeat_custom_day_type: z.enum(DAY_TYPES).nullable(),
  /** Empty: that of the project. */
  time_zone: z.string(),
}

type Recurrence = z.output<z.ZodObject<typeof recurrence>>
type Refuse = (path: keyof Recurrence, message: string) => void

function checkRecurrence(values: Recurrence, context: z.RefinementCtx<Recurrence>) {
  const refuse: Refuse = (path, message) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const isBackwards = values.is_all_day
    ? dateOf(values.valid_to) < dateOf(values.valid_from)
    : values.valid_to <= values.valid_from
  if (isBackwards) refuse('valid_to', 'value must be greater than valid_from')
  if (values.repeat_mode === 'never') return
  checkDuration(values, refuse)
  if (values.repeat_mode === 'custom') checkCustom(values, refuse)
}

function checkDuration(values: Recurrence, refuse: Refuse) {
  const { repeat_duration_mode: mode, repeat_duration_until: until } = values
  if (mode === 'count' && !isWithin(values.repeat_duration_count, MAX_COUNT)) {
    refuse('repeat_duration_count', 'value must be greater than 0')
  }
  if (mode !== 'until') return
  if (!until) refuse('repeat_duration_until', 'required')
  else if (until < dateOf(values.valid_from)) {
    refuse('repeat_duration_until', 'value must not be less than valid_from')
  }
}

function checkCustom(values: Recurrence, refuse: Refuse) {
  if (!isWithin(values.repeat_custom_looper, MAX_LOOPER)) {
    refuse('repeat_custom_looper', issue('range', { min: 1, max: MAX_LOOPER }))
  }
  const needs = (path: keyof Recurrence) => {
    const value = values[path]
    if (value === null || (Array.isArray(value) && value.length === 0)) refuse(path, 'required')
  }
  const mode = values.repeat_custom_mode
  if (mode === 'weekly') needs('repeat_custom_weekdays')
  if (mode === 'yearly') needs('repeat_custom_monthes')
  if (mode === 'monthly' && !values.repeat_custom_use_day_types) needs('repeat_custom_days')
  if ((mode === 'monthly' || mode === 'yearly') && values.repeat_custom_use_day_types) {
    needs('repeat_custom_day_iteration')
    needs('repeat_custom_day_type')
  }
}

const isWithin = (value: number | null, max: number) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= max

/** The date of a wall-clock time. */
const dateOf = (time: string) => time.slice(0, 10)

/** What the preview needs: everything but the texts. */
export const recurrenceSchema = z.object(recurrence).superRefine(checkRecurrence)

export const timeRuleSchema = z
  .object({ name: nameRule(100), description: optionalText(1000), ...recurrence })
  .superRefine(checkRecurrence)

export type TimeRuleForm = z.input<typeof timeRuleSchema>

export const toTimeRuleForm = (rule: TimeRule): TimeRuleForm => ({
  name: rule.name,
  description: rule.description ?? '',
  valid_from: rule.valid_from,
  valid_to: rule.valid_to,
  is_all_day: rule.is_all_day,
  repeat_mode: wordOf(REPEAT_MODES, rule.repeat_mode),
  repeat_duration_mode: wordOf(DURATION_MODES, rule.repeat_duration_mode),
  repeat_duration_count: rule.repeat_duration_count,
  repeat_duration_until: rule.repeat_duration_until,
  repeat_custom_mode: wordOf(CUSTOM_MODES, rule.repeat_custom_mode),
  repeat_custom_monthes: rule.repeat_custom_monthes,
  repeat_custom_weekdays: WEEKDAYS.filter((day) => rule.repeat_custom_weekdays.includes(day)),
  repeat_custom_days: rule.repeat_custom_days,
  repeat_custom_looper: rule.repeat_custom_looper,
  repeat_custom_use_day_types: rule.repeat_custom_use_day_types,
  repeat_custom_day_iteration:
    ITERATIONS.find((word) => word === rule.repeat_custom_day_iteration) ?? null,
  repeat_custom_day_type: DAY_TYPES.find((word) => word === rule.repeat_custom_day_type) ?? null,
  time_zone: rule.has_own_zone ? rule.time_zone : '',
})

/** Numbers of parts that are not in use are sent as their defaults. */
export const toTimeRuleBody = (values: Recurrence): TimeRuleInput => ({
  ...values,
  repeat_duration_count: values.repeat_duration_count ?? 1,
  repeat_custom_looper: values.repeat_custom_looper ?? 1,
})
