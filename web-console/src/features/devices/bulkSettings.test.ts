import { expect, test } from 'vitest'
import type { Device } from './api'
import { BULK_SETTINGS, bodyBefore } from './bulkSettings'

const device = {
  id: 1,
  get_logs: true,
  management: { heartbeat: false, realtime_logging: true, keep_list: false },
  device_settings: { sip: { talk_timeout: 90 }, additional: { remote_lock_opening: false } },
} as unknown as Device

test('an undo sends what the device had, and nothing beside it', () => {
  const before = Object.fromEntries(
    BULK_SETTINGS.map((setting) => [setting.key, bodyBefore(setting, device)]),
  )
  expect(before).toEqual({
    talkTimeout: { device_settings: { sip: { talk_timeout: 90 } } },
    remoteLockOpening: { device_settings: { additional: { remote_lock_opening: false } } },
    getLogs: { get_logs: true },
    heartbeat: { management: { heartbeat: false } },
    realtimeLogging: { management: { realtime_logging: true } },
  })
})

test('a device without the setting has nothing to go back to', () => {
  const bare = { ...device, device_settings: null, management: null } as Device
  const kept = BULK_SETTINGS.filter((setting) => bodyBefore(setting, bare) !== undefined)
  expect(kept.map(({ key }) => key)).toEqual(['getLogs'])
})
