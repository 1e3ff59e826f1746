import type { Notification } from './api'

/** The line below a notification's title: who, where. */
export function summaryOf({ data }: Notification): string {
  return ['user', 'device', 'group']
    .map((key) => nameOf(data?.[key]))
    .filter((name) => name !== undefined)
    .join(' · ')
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined
  return typeof value.name === 'string' && value.name ? value.name : undefined
}
