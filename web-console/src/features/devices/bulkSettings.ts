import type { Device, DeviceInput } from './api'
import type { SettingTab } from './capability'

export type SettingValue = boolean | number | null | undefined

/** A setting that several devices are given in one go. */
export interface BulkSetting {
  key: 'talkTimeout' | 'remoteLockOpening' | 'getLogs' | 'heartbeat' | 'realtimeLogging'
  /** The words of its field in the form. */
  label:
    | 'sip.talk'
    | 'additional.remote'
    | 'fields.get_logs'
    | 'fields.heartbeat'
    | 'fields.realtime_logging'
  kind: 'switch' | 'seconds'
  /** The part of the settings that it belongs to: models without it do not have it. */
  tab?: SettingTab
  of: (device: Device) => SettingValue
  /** What is sent; a change is merged by its path, so nothing beside it is touched. */
  toBody: (value: boolean | number | null) => DeviceInput
}

export const BULK_SETTINGS: readonly BulkSetting[] = [
  {
    key: 'talkTimeout',
    label: 'sip.talk',
    kind: 'seconds',
    tab: 'sip',
    of: ({ device_settings: settings }) => settings?.sip?.talk_timeout,
    toBody: (value) => ({ device_settings: { sip: { talk_timeout: Number(value) } } }),
  },
  {
    key: 'remoteLockOpening',
    label: 'additional.remote',
    kind: 'switch',
    tab: 'additional',
    of: ({ device_settings: settings }) => settings?.additional?.remote_lock_opening,
    toBody: (value) => ({
      device_settings: { additional: { remote_lock_opening: Boolean(value) } },
    }),
  },
  {
    key: 'getLogs',
    label: 'fields.get_logs',
    kind: 'switch',
    of: ({ get_logs: isOn }) => isOn,
    toBody: (value) => ({ get_logs: Boolean(value) }),
  },
  {
    key: 'heartbeat',
    label: 'fields.heartbeat',
    kind: 'switch',
    of: ({ management }) => management?.heartbeat,
    toBody: (value) => ({ management: { heartbeat: Boolean(value) } }),
  },
  {
    key: 'realtimeLogging',
    label: 'fields.realtime_logging',
    kind: 'switch',
    of: ({ management }) => management?.realtime_logging,
    toBody: (value) => ({ management: { realtime_logging: Boolean(value) } }),
  },
]

/** The change that brings back what a device had; undefined where it had nothing. */
export function bodyBefore(setting: BulkSetting, device: Device): DeviceInput | undefined {
  const value = setting.of(device)
  return value === undefined || value === null ? undefined : setting.toBody(value)
}
