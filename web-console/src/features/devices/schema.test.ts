import { expect, test } from 'vitest'
import type { Device } from './api'
import { deviceSchema, emptyDevice, toDeviceBody, toDeviceForm } from './schema'

const gate: Device = {
  id: 3,
  name: 'Main gate',
  description: null,
  type: 'panel',
  model: 'AA-12',
  ip_address: '10.0.0.7',
  port: 80,
  login: 'admin',
  password: '******',
  device_login: null,
  device_password: null,
  serial_number: 'AA12-0001',
  domain: { id: 1, name: 'Riverside' },
  device_settings: null,
  get_logs: true,
  protocol: 'mqtt',
  management: { heartbeat: true, realtime_logging: true, keep_list: false },
  location_latitude: 52.37,
  location_longitude: null,
  device_info: null,
  created_at: null,
  updated_at: null,
  created_by_user: null,
}

const bodyOf = (form: Parameters<typeof deviceSchema.parse>[0]) =>
  toDeviceBody(deviceSchema.parse(form))
const accepts = (change: object) =>
  deviceSchema.safeParse({ ...toDeviceForm(gate), ...change }).success

test('a secret that nobody touched is not sent', () => {
  const body = bodyOf(toDeviceForm(gate))
  expect(body).not.toHaveProperty('password')
  expect(body).not.toHaveProperty('device_password')
  expect(body.device_settings).not.toHaveProperty('mqtt')
  expect(body.device_settings?.sip).not.toHaveProperty('password')
})

test('a secret that was typed is sent', () => {
  const form = toDeviceForm(gate)
  form.password = 'new secret'
  form.device_settings.mqtt.password = 'long enough'
  expect(bodyOf(form)).toMatchObject({
    password: 'new secret',
    device_settings: { mqtt: { password: 'long enough' } },
  })
})

test('a coordinate takes a comma for a point', () => {
  const body = bodyOf({
    ...toDeviceForm(gate),
    location_latitude: ' 52,3702 ',
    location_longitude: '-4.9',
  })
  expect([body.location_latitude, body.location_longitude]).toEqual([52.3702, -4.9])
})

test('a coordinate stays on the globe', () => {
  expect(accepts({ location_latitude: '90' })).toBe(true)
  expect(accepts({ location_latitude: '90,01' })).toBe(false)
  expect(accepts({ location_longitude: '181' })).toBe(false)
  expect(accepts({ location_longitude: 'north' })).toBe(false)
})

test('a device needs a group, and a serial number that can be a name at the broker', () => {
  expect(accepts({ domain: null })).toBe(false)
  expect(accepts({ serial_number: 'AA 12' })).toBe(false)
  expect(accepts({ serial_number: '' })).toBe(false)
  expect(accepts({ serial_number: 'AA_12-1' })).toBe(true)
})

test('a device without settings starts with the defaults', () => {
  expect(toDeviceForm(gate).device_settings).toEqual(emptyDevice.device_settings)
})

test('what the server knows stays, and what it does not know is the default', () => {
  const form = toDeviceForm({
    ...gate,
    device_settings: {
      ...emptyNulls,
      additional: {
        button_numbers: ['101'],
        alpr_camera_interaction: true,
        remote_lock_opening: false,
      },
    },
  })
  expect(form.device_settings.additional).toEqual({
    button_numbers: ['101', '', '', ''],
    alpr_camera_interaction: true,
    remote_lock_opening: false,
  })
  expect(form.device_settings.sip.talk_timeout).toBe(120)
})

const emptyNulls = {
  additional: null,
  address: null,
  alpr_camera: null,
  face_recognition: null,
  integration_axxon: null,
  lift_controller: null,
  mqtt: null,
  network: null,
  sip: null,
}

test('a device in the mode of a unit needs its building', () => {
  const withAddress = (change: object) => {
    const form = toDeviceForm(gate)
    return accepts({
      device_settings: {
        ...form.device_settings,
        address: { ...form.device_settings.address, ...change },
      },
    })
  }
  expect(withAddress({ mode: 'unit' })).toBe(false)
  expect(withAddress({ mode: 'unit', building: '0001' })).toBe(true)
  expect(withAddress({ building: '0000' })).toBe(false)
  expect(withAddress({ floor: '99' })).toBe(false)
})
