import { z } from 'zod'
import { issue, nameRule, optionalText, PASSWORD_MASK, rangeRule, refRule } from '@/kit/form'
import type { Device, DeviceInput } from './api'
import { DEVICE_TYPES } from './deviceTypes'
import {
  emptySettings,
  settingsSchema,
  toSettingsBody,
  toSettingsForm,
  untouched,
} from './settingsSchema'

/** A coordinate: a comma is as good as a point, and nothing is null. */
const coordinate = (limit: number) =>
  z
    .string()
    .trim()
    .regex(/^$|^-?\d{1,3}([.,]\d+)?$/, issue('number'))
    .transform((text) => (text === '' ? null : Number(text.replace(',', '.'))))
    .refine(
      (value) => value === null || Math.abs(value) <= limit,
      issue('range', { min: -limit, max: limit }),
    )

export const deviceSchema = z.object({
  name: nameRule(100),
  description: optionalText(1000),
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
  ip_address: optionalText(255),
  port: rangeRule(1, 65_535),
  login: optionalText(100),
  password: untouched(100),
  device_login: optionalText(100),
  device_password: untouched(100),
  get_logs: z.boolean(),
  management: z.object({ heartbeat: z.boolean(), realtime_logging: z.boolean() }),
  location_latitude: coordinate(90),
  location_longitude: coordinate(180),
  device_settings: settingsSchema,
})

export type DeviceForm = z.input<typeof deviceSchema>
export type DeviceValues = z.output<typeof deviceSchema>

export const emptyDevice: DeviceForm = {
  name: '',
  description: '',
  type: 'panel',
  model: 'AA-12',
  serial_number: '',
  domain: null,
  protocol: 'mqtt',
  ip_address: '',
  port: 80,
  login: '',
  password: '',
  device_login: '',
  device_password: '',
  get_logs: true,
  management: { heartbeat: true, realtime_logging: true },
  location_latitude: '',
  location_longitude: '',
  device_settings: emptySettings,
}

export const toDeviceForm = (device: Device): DeviceForm => ({
  name: device.name,
  description: device.description ?? '',
  type: device.type ?? 'panel',
  model: device.model,
  serial_number: device.serial_number,
  domain: device.domain,
  protocol: device.protocol ?? 'none',
  ip_address: device.ip_address ?? '',
  port: device.port,
  login: device.login ?? '',
  password: masked(device.password),
  device_login: device.device_login ?? '',
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
