import type { Device } from './api'

/** Whose password an account waits for before it is sent: the number's, which telephony has, or the one entered for the device. */
export type MissingPassword = 'number' | 'entered'

/** A password does not follow its device to another address, so that whoever is there does not get it. */
export function missingSipPassword(device: Device): MissingPassword | undefined {
  const sip = device.device_settings?.sip
  if (!sip?.login || sip.password || device.protocol === 'none') return undefined
  return sip.manual ? 'entered' : 'number'
}
