import { errorBody } from '@/api/errors'
import type { Device } from '@/features/devices'

/** Why a device cannot be controlled from afar, whoever asks. */
export type Refusal = 'offline' | 'notMqtt'

/** By what is known of the device; the platform looks again. */
export function refusalOf({
  protocol,
  device_info: info,
}: Pick<Device, 'protocol' | 'device_info'>): Refusal | undefined {
  if (protocol !== 'mqtt') return 'notMqtt'
  return info?.status === 'online' ? undefined : 'offline'
}

const CODES: Record<string, Refusal> = { device_offline: 'offline', device_not_mqtt: 'notMqtt' }

/** The same, as the platform says it. */
export const refusalIn = (error: unknown): Refusal | undefined =>
  CODES[errorBody(error)?.code ?? '']
