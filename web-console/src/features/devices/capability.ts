import type { DeviceModel, DeviceType } from './api'

/** Parts of the settings; each is a tab of the form. */
export const SETTING_TABS = [
  'network',
  'sip',
  'address',
  'additional',
  'face_recognition',
  'lift_controller',
  'alpr_camera',
  'integration_axxon',
] as const
export type SettingTab = (typeof SETTING_TABS)[number]

/** What the settings of a device are offered for: only what its model can do. */
export function tabsFor(model: DeviceModel | undefined, type: DeviceType | null): SettingTab[] {
  const can: Record<SettingTab, boolean> = {
    network: type !== 'barrier' && type !== 'ip_camera',
    sip: model?.has_sip ?? false,
    address: model?.has_sip ?? false,
    additional: type === 'panel' || type === 'accesscontroller',
    face_recognition: (model?.max_faces ?? 0) > 0,
    lift_controller: model?.has_lift ?? false,
    alpr_camera: type === 'ip_camera' || (model?.identifier_types ?? []).includes('license_plate'),
    integration_axxon: type === 'ip_camera',
  }
  return SETTING_TABS.filter((tab) => can[tab])
}
