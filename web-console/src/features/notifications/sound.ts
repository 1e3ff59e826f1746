import { isBoolean, preference, readPreference } from '@/kit/preferences'

/** Whether this browser plays the sounds of important notifications. */
export const soundOn = preference<boolean>('notificationSound', true, isBoolean)

/** The server's names of sounds -> files of ours, made by scripts/sounds.mjs. */
const FILES: Record<string, string> = {
  'alert.mp3': '/sounds/alert.wav',
  'alarm.mp3': '/sounds/alarm.wav',
  'sos.mp3': '/sounds/sos.wav',
  'message.mp3': '/sounds/message.wav',
}
const USUAL = '/sounds/alert.wav'

/** Two tabs, or two notifications within this many milliseconds, are heard once. */
const QUIET = 2_000
const LAST = 'notificationSoundAt'

/**
 * Plays a sound once. A browser may refuse while nobody has touched the page: then the popup has
 * to do.
 */
export function playOnce(file: string, now = Date.now()): void {
  if (!readPreference(soundOn)) return
  const last = Number(localStorage.getItem(LAST))
  if (Math.abs(now - last) < QUIET) return
  localStorage.setItem(LAST, String(now))
  const audio = new Audio(FILES[file] ?? USUAL)
  audio.play().catch(() => undefined)
}
