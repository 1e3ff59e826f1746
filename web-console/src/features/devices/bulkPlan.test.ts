import { expect, test } from 'vitest'
import type { Device, DeviceModel } from './api'
import { byUrgency, planSetting, type Look } from './bulkPlan'
import { BULK_SETTINGS } from './bulkSettings'

const models = [
  { type: 'panel', model: 'AA-12', has_sip: true },
  { type: 'barrier', model: 'generic relay', has_sip: false },
] as unknown as DeviceModel[]

const device = (id: number, talk_timeout: number, model = 'AA-12') =>
  ({
    id,
    type: model === 'AA-12' ? 'panel' : 'barrier',
    model,
    get_logs: true,
    device_settings: { sip: { talk_timeout } },
  }) as unknown as Device

const setting = (key: string) => BULK_SETTINGS.find((each) => each.key === key)!
const [gate, lobby, barrier, roof] = [
  device(1, 60),
  device(2, 120),
  device(3, 60, 'generic relay'),
  device(4, 60),
]
const devices = [gate, lobby, barrier, roof]
const forbidden = { status: 403 }

test('each device changes, is so already, lacks the setting or is refused', () => {
  const looks = new Map<number, Look>([[4, { error: forbidden }]])
  const plan = planSetting(devices, looks, models, setting('talkTimeout'), 120)
  expect(plan).toEqual([
    { device: gate, kind: 'changes', before: 60, after: 120 },
    { device: lobby, kind: 'same', value: 120 },
    { device: barrier, kind: 'lacks' },
    { device: roof, kind: 'refused', error: forbidden },
  ])
  expect(byUrgency(plan).map(({ kind }) => kind)).toEqual(['refused', 'lacks', 'changes', 'same'])
})

test('what the server has now counts, not what the list once showed', () => {
  const now = device(1, 120)
  const looks = new Map<number, Look>([[1, { device: now }]])
  expect(planSetting([gate], looks, models, setting('talkTimeout'), 120)).toEqual([
    { device: now, kind: 'same', value: 120 },
  ])
})

test('a setting of the platform itself is there for every model', () => {
  expect(planSetting([barrier], new Map(), models, setting('getLogs'), false)).toEqual([
    { device: barrier, kind: 'changes', before: true, after: false },
  ])
})
