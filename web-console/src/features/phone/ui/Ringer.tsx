import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isActive, isRinging } from '../calls/rules'
import { useCalls } from '../context'

const SOUNDS = { ring: '/sounds/ring.wav', sos: '/sounds/sos.wav' }
/** Beside a conversation the ring is soft. */
const SOFT = 0.15
/** Milliseconds between two titles of the page. */
const BLINK = 1_000
/** Milliseconds of buzz and rest. */
const BUZZ = [400, 200, 400, 1_400]

/** While a call rings: its sound, the buzz of a phone, and the title of the page. */
export function Ringer() {
  const { t } = useTranslation('phone')
  const calls = useCalls()
  const ringing = calls.filter((call) => isRinging(call) && !call.isBusy)
  const first = ringing.find(({ isSos }) => isSos) ?? ringing[0]
  const isTalking = calls.some((call) => isActive(call) && call.status === 'active')
  useSound(first && (first.isSos ? 'sos' : 'ring'), isTalking)
  useBuzz(first !== undefined && !isTalking)
  useBlinkingTitle(first && t(first.isSos ? 'titleSos' : 'titleRings', { number: first.number }))
  return null
}

function useSound(sound: keyof typeof SOUNDS | undefined, isSoft: boolean): void {
  useEffect(() => {
    if (sound === undefined) return undefined
    const audio = new Audio(SOUNDS[sound])
    audio.loop = true
    audio.volume = isSoft ? SOFT : 1
    // A browser may refuse while nobody has touched the page: then the picture has to do.
    audio.play().catch(() => undefined)
    return () => audio.pause()
  }, [sound, isSoft])
}

function useBuzz(isOn: boolean): void {
  useEffect(() => {
    // Only phones have it.
    if (!isOn || !('vibrate' in navigator)) return undefined
    const buzz = () => void navigator.vibrate(BUZZ)
    buzz()
    const timer = setInterval(
      buzz,
      BUZZ.reduce((sum, part) => sum + part, 0),
    )
    return () => {
      clearInterval(timer)
      navigator.vibrate(0)
    }
  }, [isOn])
}

function useBlinkingTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    let own = document.title
    const blink = () => {
      // The page may have been changed meanwhile.
      if (document.title !== title) own = document.title
      document.title = document.title === title ? own : title
    }
    blink()
    const timer = setInterval(blink, BLINK)
    return () => {
      clearInterval(timer)
      if (document.title === title) document.title = own
    }
  }, [title])
}
