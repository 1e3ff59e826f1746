import { z } from 'zod'
import { issue, optionalText, PASSWORD_MASK, rangeRule } from '@/kit/form'
import type { DeviceSettings } from './api'
import { floorMapSchema } from './floorMap'

/** A secret: untouched (the mask, or nothing) it is left out of what is sent. */
export const untouched = (max: number, min = 0) =>
  z
    .string()
    .transform((text) => (text === '' || text === PASSWORD_MASK ? undefined : text))
    .refine((text) => text === undefined || text.length >= min, issue('min_length', { min }))
    .refine((text) => text === undefined || text.length <= max, issue('max_length', { max }))

/** Digits that stand for a number within bounds, as 0001 to 9999; nothing is null. */
const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^\d{1,4}$/.test(text) && +text >= min && +text <= max),
      issue('range', { min, max }),
    )
    .transform((text) => text || null)

const ipv4 = z
  .union([z.literal(''), z.ipv4()], { error: () => issue('ip') })
  .transform((text) => text || null)

const seconds = (min: number, max: number) => rangeRule(min, max)

const sip = z.object({
  manual: z.boolean(),
  enabled: z.boolean(),
  proxy_address: optionalText(255),
  realm_address: optionalText(255),
  stun_address: optionalText(255),
  stun_port: rangeRule(1, 65_535).nullable(),
  login: optionalText(31),
  password: untouched(31, 6).refine(
    (text) => text === undefined || [/\d/, /[a-z]/, /[A-Z]/].every((rule) => rule.test(text)),
    'must contain digits, lowercase and uppercase Latin letters',
  ),
  talk_timeout: seconds(10, 600),
  transport: z.enum(['UDP', 'TCP', 'TLS']),
  rtp_profile: rangeRule(0, 127),
  use_address: z.boolean(),
})

const address = z
  .object({
    manual: z.boolean(),
    mode: z.enum(['unit', 'wall']).nullable(),
    building: digits(1, 9999),
    unit: digits(0, 99),
    device: digits(0, 99),
    no_unit: z.boolean(),
    floor: digits(0, 98),
    apartment: digits(1, 99),
    sync: z.boolean(),
    reregister: z.boolean(),
    reregister_interval: seconds(1, 86_400),
  })
  .refine(({ mode, building }) => mode !== 'unit' || building !== null, {
    path: ['building'],
    message: issue('required'),
  })

const network = z.object({
  is_dhcp: z.boolean(),
  ip: ipv4,
  subnet: ipv4,
  gateway: ipv4,
  dns: ipv4,
})

const additional = z.object({
  button_numbers: z
    .array(
      z
        .string()
        .trim()
        .max(31, issue('max_length', { max: 31 })),
    )
    .length(4),
  alpr_camera_interaction: z.boolean(),
  remote_lock_opening: z.boolean(),
})

const faceRecognition = z.object({
  enabled: z.boolean(),
  mode: z.enum(['2D', '3D']),
  similarity: z.enum(['low', 'medium', 'high']),
  autostart: z.boolean(),
})

/** How a lift controller works; the last calls nothing and releases buttons alone. */
export const LIFT_MODES = [
  'call-up',
  'call-down',
  'call-up-down',
  'call-any',
  'access-control-manual',
] as const

const liftController = z.object({
  enabled: z.boolean(),
  settings: z.object({
    device_mode: z.enum(LIFT_MODES),
    relay_mode: z.enum(['COM-NC', 'COM-NO']),
    invert_all_relays: z.boolean(),
    relay_open_time: seconds(1, 600),
    lift_release_time: z.object({
      card: seconds(0, 600).nullable(),
      api: seconds(0, 600).nullable(),
    }),
  }),
  floor_map: floorMapSchema,
})

const axxon = z.object({
  direction: z.number(),
  macro_name: optionalText(100),
  macro_guid: optionalText(100),
  camera_name: optionalText(100),
  camera_guid: optionalText(100),
})

export const settingsSchema = z.object({
  mqtt: z.object({ password: untouched(32, 8) }),
  sip,
  address,
  network,
  additional,
  face_recognition: faceRecognition,
  lift_controller: liftController,
  alpr_camera: z.object({ using: z.boolean(), allow_remote_opening_lock: z.boolean() }),
  integration_axxon: axxon,
})

export type SettingsForm = z.input<typeof settingsSchema>

/** The defaults of a new device. */
export const emptySettings: SettingsForm = {
  mqtt: { password: '' },
  sip: {
    manual: false,
    enabled: false,
    proxy_address: '',
    realm_address: '',
    stun_address: '',
    stun_port: null,
    login: '',
    password: '',
    talk_timeout: 120,
    transport: 'UDP',
    rtp_profile: 0,
    use_address: false,
  },
  address: {
    manual: false,
    mode: null,
    building: '',
    unit: '',
    device: '',
    no_unit: false,
    floor: '',
    apartment: '',
    sync: false,
    reregister: false,
    reregister_interval: 600,
  },
  network: { is_dhcp: false, ip: '', subnet: '', gateway: '', dns: '' },
  additional: {
    button_numbers: ['', '', '', ''],
    alpr_camera_interaction: false,
    remote_lock_opening: true,
  },
  face_recognition: { enabled: false, mode: '3D', similarity: 'high', autostart: false },
  lift_controller: {
    enabled: false,
    settings: {
      device_mode: 'call-up',
      relay_mode: 'COM-NC',
      invert_all_relays: false,
      relay_open_time: 10,
      lift_release_time: { card: null, api: null },
    },
    floor_map: [],
  },
  alpr_camera: { using: false, allow_remote_opening_lock: true },
  integration_axxon: {
    direction: 1,
    macro_name: '',
    macro_guid: '',
    camera_name: '',
    camera_guid: '',
  },
}

/** What the server has, over the defaults. Secrets show as the mask. */
export function toSettingsForm(settings: DeviceSettings | null): SettingsForm {
  const form = over(emptySettings, settings ?? {})
  for (const part of [form.mqtt, form.sip]) part.password = part.password ? PASSWORD_MASK : ''
  const buttons = form.additional.button_numbers
  form.additional.button_numbers = emptySettings.additional.button_numbers.map(
    (none, at) => buttons[at] ?? none,
  )
  return form
}

/** The values of `known` in the shape of `base`; null and absent stay as the base has them. */
function over<T extends object>(base: T, known: object): T {
  const values = known as Record<string, unknown>
  const entries = Object.entries(base).map(([key, usual]: [string, unknown]) => {
    const value = values[key]
    if (value === null || value === undefined) return [key, clone(usual)]
    const isNested = isPlain(usual) && isPlain(value)
    return [key, isNested ? over(usual, value) : clone(value)]
  })
  return Object.fromEntries(entries) as T
}

const clone = (value: unknown): unknown => structuredClone(value)

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Secrets that nobody touched are left out. */
export function toSettingsBody({ mqtt, sip: phone, ...rest }: z.output<typeof settingsSchema>) {
  const { password, ...others } = phone
  return {
    ...rest,
    sip: password === undefined ? others : { ...others, password },
    ...(mqtt.password === undefined ? {} : { mqtt: { password: mqtt.password } }),
  }
}
