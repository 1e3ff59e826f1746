import type { TimeRuleForm } from './schema'
import { WEEKDAYS } from '@/kit/time'

export const PRESETS = ['weekdays', 'daily', 'weekend', 'once'] as const
export type Preset = (typeof PRESETS)[number]

const WORKING_DAYS = WEEKDAYS.slice(0, 5)
const WEEKEND = WEEKDAYS.slice(5)

/** The values of a new schedule: at any time of today, once. */
export function emptyTimeRule(today: string): TimeRuleForm {
  return {
    name: '',
    description: '',
    valid_from: `${today}T00:00:00`,
    valid_to: `${today}T00:00:00`,
    is_all_day: true,
    repeat_mode: 'never',
    repeat_duration_mode: 'infinitely',
    repeat_duration_count: 1,
    repeat_duration_until: null,
    repeat_custom_mode: 'daily',
    repeat_custom_monthes: [],
    repeat_custom_weekdays: [],
    repeat_custom_days: [],
    repeat_custom_looper: 1,
    repeat_custom_use_day_types: false,
    repeat_custom_day_iteration: null,
    repeat_custom_day_type: null,
    time_zone: '',
  }
}

/** The recurrence that a preset stands for, from a date on. */
export function presetValues(preset: Preset, today: string): Partial<TimeRuleForm> {
  const { name: _name, description: _text, time_zone: _zone, ...blank } = emptyTimeRule(today)
  const workingHours = {
    is_all_day: false,
    valid_from: `${today}T08:00:00`,
    valid_to: `${today}T18:00:00`,
  }
  const weekly = { repeat_mode: 'custom', repeat_custom_mode: 'weekly' } as const
  switch (preset) {
    case 'weekdays':
      return { ...blank, ...workingHours, ...weekly, repeat_custom_weekdays: WORKING_DAYS }
    case 'daily':
      return { ...blank, repeat_mode: 'day' }
    case 'weekend':
      return { ...blank, ...weekly, repeat_custom_weekdays: WEEKEND }
    case 'once':
      return { ...blank, ...workingHours }
  }
}
