import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { issue, nameRule, rangeRule, refRule } from '@/kit/form'
import type { EmergencyAlert, EmergencyAlertInput } from './api'

export const DEVICE_TYPES = ['monitor', 'panel', 'all'] as const
export const DOOR_MODES = ['none', 'unlock', 'lockdown'] as const
const MAX_MESSAGE = 500
const HOUR = 3600
const DAY = 24 * HOUR

/** A sound that the server has converted. */
const soundRule = z
  .object({ filename: z.string(), name: z.string(), duration: z.number(), url: z.string() })
  .nullable()

export const alertSchema = z
  .object({
    name: nameRule(LIMITS.EmergencyAlert.name.maxLength),
    message: z.string().max(MAX_MESSAGE),
    sound: soundRule,
    device_type: z.enum(DEVICE_TYPES),
    playback_duration: rangeRule(1, HOUR),
    domains: z.array(refRule),
    devices: z.array(refRule),
    open_locks: z.boolean(),
    door_mode: z.enum(DOOR_MODES),
    door_duration: rangeRule(10, DAY),
    pass_domains: z.array(refRule),
    start_roles: z.array(z.number()),
    release_roles: z.array(z.number()),
  })
  .superRefine((values, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (values.domains.length === 0 && values.devices.length === 0)
      add('domains', issue('not_empty'))
    if (values.sound === null && values.door_mode === 'none') add('sound', issue('required'))
    if (values.open_locks && values.door_mode === 'lockdown') add('open_locks', issue('invalid'))
  })

export type AlertForm = z.input<typeof alertSchema>

export const emptyAlert: AlertForm = {
  name: '',
  message: '',
  sound: null,
  device_type: 'monitor',
  playback_duration: 60,
  domains: [],
  devices: [],
  open_locks: false,
  door_mode: 'none',
  door_duration: 900,
  pass_domains: [],
  start_roles: [],
  release_roles: [],
}

const ids = (refs: { id: number }[]) => refs.map(({ id }) => id)

export const toAlertForm = (alert: EmergencyAlert): AlertForm => ({
  name: alert.name,
  message: alert.message ?? '',
  sound: alert.file,
  device_type: alert.device_type ?? 'monitor',
  playback_duration: alert.playback_duration,
  domains: alert.domains,
  devices: alert.devices,
  open_locks: alert.open_locks,
  door_mode: alert.door_mode ?? 'none',
  door_duration: alert.door_duration,
  pass_domains: alert.pass_domains,
  start_roles: ids(alert.start_roles),
  release_roles: ids(alert.release_roles),
})

export const toAlertBody = ({
  sound,
  start_roles: starters,
  release_roles: releasers,
  ...values
}: z.output<typeof alertSchema>): EmergencyAlertInput => ({
  ...values,
  filename: sound?.filename ?? '',
  start_roles: starters.map((id) => ({ id, name: '' })),
  release_roles: releasers.map((id) => ({ id, name: '' })),
})
