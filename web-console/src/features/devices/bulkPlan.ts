import type { Device, DeviceModel } from './api'
import type { BulkSetting, SettingValue } from './bulkSettings'
import { tabsFor } from './capability'

/** How a device is now, or why it cannot be changed; absent until the server has said. */
export type Look = { device: Device } | { error: unknown }

/** What a change of a setting does to one device. */
export type PlannedChange =
  | { device: Device; kind: 'changes'; before: SettingValue; after: SettingValue }
  | { device: Device; kind: 'same'; value: SettingValue }
  /** Its model does not have the setting. */
  | { device: Device; kind: 'lacks' }
  /** The server refuses: no right to it, or it is no more. */
  | { device: Device; kind: 'refused'; error: unknown }

/** What would become of each device, in their order. */
export function planSetting(
  devices: readonly Device[],
  looks: ReadonlyMap<number, Look>,
  models: readonly DeviceModel[],
  setting: BulkSetting,
  after: SettingValue,
): PlannedChange[] {
  return devices.map((chosen): PlannedChange => {
    const look = looks.get(chosen.id)
    if (look && 'error' in look) return { device: chosen, kind: 'refused', error: look.error }
    const device = look?.device ?? chosen
    const model = models.find((each) => each.model === device.model && each.type === device.type)
    if (setting.tab && !tabsFor(model, device.type).includes(setting.tab)) {
      return { device, kind: 'lacks' }
    }
    const before = setting.of(device)
    return before === after
      ? { device, kind: 'same', value: after }
      : { device, kind: 'changes', before, after }
  })
}

/** What stands in the way comes first, and what needs nothing last. */
const ORDER: Record<PlannedChange['kind'], number> = { refused: 0, lacks: 1, changes: 2, same: 3 }

export const byUrgency = (plan: readonly PlannedChange[]): PlannedChange[] =>
  plan.toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind])
