import { z } from 'zod'
import { rangeRule, type SettingsSource } from '@/kit/form'
import { useGetIpBlockingStatusQuery, useUpdateStatus, type IpBlockingStatus } from './api'

/** Limits of the server, in minutes. */
export const WINDOW = { min: 1, max: 1_440 }
export const BAN = { min: 1, max: 43_200 }
export const FAILURES = { min: 3, max: 10_000 }

export const statusSchema = z.object({
  is_enabled: z.boolean(),
  max_failures: rangeRule(FAILURES.min, FAILURES.max),
  window_minutes: rangeRule(WINDOW.min, WINDOW.max),
  ban_minutes: rangeRule(BAN.min, BAN.max),
})

export type StatusForm = z.input<typeof statusSchema>

const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))

export const toStatusForm = (status: IpBlockingStatus): StatusForm => ({
  is_enabled: status.is_enabled,
  max_failures: status.max_failures,
  window_minutes: minutes(status.window_seconds),
  ban_minutes: minutes(status.ban_seconds),
})

export const toStatusBody = (values: z.output<typeof statusSchema>) => ({
  is_enabled: values.is_enabled,
  max_failures: values.max_failures,
  window_seconds: values.window_minutes * 60,
  ban_seconds: values.ban_minutes * 60,
})

export const statusSource: SettingsSource<IpBlockingStatus, typeof statusSchema> = {
  schema: statusSchema,
  empty: { is_enabled: true, max_failures: 20, window_minutes: 10, ban_minutes: 60 },
  toForm: toStatusForm,
  toBody: toStatusBody,
  useGet: () => useGetIpBlockingStatusQuery(),
  useUpdate: useUpdateStatus,
}
