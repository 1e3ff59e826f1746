import type { LicenseQuota } from './api'

/** Widths of a bar in percent: used, reserved, free. What is unlimited is drawn against twice what is used and reserved. */
export interface Shares {
  used: number
  reserved: number
}

export function sharesOf({ maximum, used, reserved }: LicenseQuota): Shares {
  const whole = maximum ?? Math.max(2 * (used + reserved), 1)
  const total = Math.max(whole, used + reserved, 1)
  return { used: (100 * used) / total, reserved: (100 * reserved) / total }
}

/** What the server says is inconsistent. */
export interface Inconsistency {
  code: 'missing_type' | 'quantity_exceeded' | 'missing_period'
  group: { id: number; name: string } | null
  parent: { id: number; name: string } | null
  /** The user may not view what the group above has. */
  is_parent_hidden?: boolean
  /** sip, mobile_app, ukey2 or a feature. */
  kind: string
  quantity: number | null
  limit: number | null
  period: { from: string | null; to: string | null } | null
}

/** Of a refusal; none for another error. */
export function inconsistenciesOf(error: unknown): Inconsistency[] {
  const data = (error as { data?: { data?: { items?: unknown } } } | undefined)?.data?.data
  return Array.isArray(data?.items) ? (data.items as Inconsistency[]) : []
}

/** Those that belong at the bar of a kind. */
export const atBar = (items: Inconsistency[], kind: string) =>
  items.filter((item) => item.code === 'quantity_exceeded' && item.kind === kind)

/** A line of the tree: how deep it lies below what is listed. */
export function depths(rows: { id: number; parentId: number | null }[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { id, parentId } of rows) {
    found.set(id, parentId === null ? 0 : (found.get(parentId) ?? -1) + 1)
  }
  return found
}
