import type { ToneName } from '@/kit/theme'
import type {
  AlertDoorState,
  AlertLockState,
  AlertPlayState,
  AlertRun,
  AlertRunDevice,
} from './api'

/** How good a state is, for the colour and the order on the board. */
export const PLAY_TONES: Record<AlertPlayState, ToneName> = {
  none: 'neutral',
  pending: 'info',
  sent: 'info',
  playing: 'success',
  done: 'success',
  failed: 'error',
  offline: 'warning',
  stopped: 'neutral',
}
export const LOCK_TONES: Record<AlertLockState, ToneName> = {
  pending: 'info',
  open: 'success',
  failed: 'error',
  offline: 'warning',
  ended: 'neutral',
}
export const DOOR_TONES: Record<AlertDoorState, ToneName> = {
  none: 'neutral',
  waiting: 'warning',
  shut: 'success',
  restoring: 'info',
  restored: 'neutral',
}

const SEVERITY: Record<ToneName, number> = { error: 0, warning: 1, info: 2, success: 3, neutral: 4 }

/** The worst that a device says: of its sound, its locks and its door. */
export function toneOf(device: AlertRunDevice): ToneName {
  const tones: ToneName[] = []
  if (device.state && device.state !== 'none') tones.push(PLAY_TONES[device.state])
  for (const { state } of device.locks) if (state) tones.push(LOCK_TONES[state])
  if (device.door_state && device.door_state !== 'none') tones.push(DOOR_TONES[device.door_state])
  return tones.toSorted((a, b) => SEVERITY[a] - SEVERITY[b])[0] ?? 'neutral'
}

/** What did not obey comes first, then by name. */
export const inOrder = (devices: readonly AlertRunDevice[]): AlertRunDevice[] =>
  devices.toSorted(
    (a, b) =>
      SEVERITY[toneOf(a)] - SEVERITY[toneOf(b)] ||
      (a.device?.name ?? '').localeCompare(b.device?.name ?? ''),
  )

export const isLive = (run: AlertRun | null | undefined): boolean =>
  run?.status === 'running' || run?.status === 'stopping'

/** As "4:05", or "1:02:03"; never below zero. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}
