import { expect, test } from 'vitest'
import type { DeviceModel } from './api'
import { tabsFor } from './capability'

const reader: DeviceModel = {
  type: 'accesscontroller',
  model: 'CR-02BD',
  locks: 2,
  identifier_types: ['card'],
  max_identifiers: 10_000,
  max_faces: 0,
  has_keypad: false,
  has_camera: false,
  has_lift: false,
  has_sip: false,
  holds_schedules: true,
  buttons: 0,
  max_locks: 2,
  source: 'estimate',
}
const panel: DeviceModel = {
  ...reader,
  type: 'panel',
  model: 'AA-12',
  has_sip: true,
  max_faces: 50,
}

test('a reader is offered nothing of a phone, a face or a lift', () => {
  expect(tabsFor(reader, 'accesscontroller')).toEqual(['network', 'additional'])
})

test('a panel is offered what its model can do', () => {
  expect(tabsFor(panel, 'panel')).toEqual([
    'network',
    'sip',
    'address',
    'additional',
    'face_recognition',
  ])
})

test('a lift controller has its floors, a camera its plates and the video platform', () => {
  const lift: DeviceModel = { ...reader, type: 'liftcontroller', has_lift: true }
  expect(tabsFor(lift, 'liftcontroller')).toEqual(['network', 'lift_controller'])
  const camera: DeviceModel = { ...reader, type: 'ip_camera', identifier_types: ['license_plate'] }
  expect(tabsFor(camera, 'ip_camera')).toEqual(['alpr_camera', 'integration_axxon'])
})
