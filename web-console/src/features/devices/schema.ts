import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { formTexts } from '@/kit/fields'
import { issue, nameRule, PASSWORD_MASK, rangeRule, refRule } from '@/kit/form'
import type { Device, DeviceInput } from './api'
import { DEVICE_TYPES } from './deviceTypes'
import { deviceFields } from './fields'
import {
  emptySettings,
  settingsSchema,
  toSettingsBody,
  toSettingsForm,
  untouched,
} from './settingsSchema'

/** A coordinate: a comma is as good as a point, and nothing is null. */
const coordinate = ({ minimum: min, maximum: max }: { minimum: number; maximum: number }) =>
  z
    .string()
    .trim()
    .regex(/^$|^-?\d{1,3}([.,]\d+)?$/, issue('number'))
    .transform((text) => (text === '' ? null : Number(text.replace(',', '.'))))
    .refine(
      (value) => value === null || (value >= min && value <= max),
      issue('range', { min, max }),
    )

const limits = LIMITS.Device
const texts = formTexts(deviceFields, limits)

export const deviceSchema = z.object({
  ...texts.shape,
  name: nameRule(limits.name.maxLength),
  type: z.enum(DEVICE_TYPES, { error: () => issue('required') }),
  model: z.string({ error: () => issue('required') }).min(1, issue('required')),
  serial_number: z
    .string()
    .trim()
    .min(1, issue('required'))
    .max(64, issue('max_length', { max: 64 }))
    .regex(/^[\w-]+$/, issue('slug')),
  domain: refRule.nullable().refine((group) => group !== null, issue('required')),
  protocol: z.enum(['http', 'mqtt', 'none']),
  port: rangeRule(limits.port.minimum, limits.port.maximum),
  password: untouched(100),
  device_password: untouched(100),
  get_logs: z.boolean(),
  management: z.object({
    heartbeat: z.boolean(),
    realtime_logging: z.boolean(),
    keep_list: z.boolean(),
  }),
  location_latitude: coordinate(limits.location_latitude),
  location_longitude: coordinate(limits.location_longitude),
  device_settings: settingsSchema,
})

export type DeviceForm = z.input<typeof deviceSchema>
export type DeviceValues = z.output<typeof deviceSchema>

export const emptyDevice: DeviceForm = {
  ...texts.empty,
  name: '',
  type: 'panel',
  model: 'AA-12',
  serial_number: '',
  domain: null,
  protocol: 'mqtt',
  port: 80,
  password: '',
  device_password: '',
  get_logs: true,
  management: { heartbeat: true, realtime_logging: true, keep_list: false },
  location_latitude: '',
  location_longitude: '',
  device_settings: emptySettings,
}

export const toDeviceForm = (device: Device): DeviceForm => ({
  ...texts.toForm(device),
  name: device.name,
  type: device.type ?? 'panel',
  model: device.model,
  serial_number: device.serial_number,
  domain: device.domain,
  protocol: device.protocol ?? 'none',
  port: device.port,
  password: masked(device.password),
  device_password: masked(device.device_password),
  get_logs: device.get_logs,
  management: device.management ?? emptyDevice.management,
  location_latitude: device.location_latitude?.toString() ?? '',
  location_longitude: device.location_longitude?.toString() ?? '',
  device_settings: toSettingsForm(device.device_settings),
})

/** A saved secret shows as the mask, whatever the server stands for it with. */
const masked = (secret: string | null) => (secret ? PASSWORD_MASK : '')

/** Secrets that nobody touched are left out, so that they stay as they are. */
export function toDeviceBody(values: DeviceValues): DeviceInput {
  const { password, device_password, device_settings, ...rest } = values
  return {
    ...rest,
    ...(password === undefined ? {} : { password }),
    ...(device_password === undefined ? {} : { device_password }),
    device_settings: toSettingsBody(device_settings),
  }
}
