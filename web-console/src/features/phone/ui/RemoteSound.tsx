import { useEffect, useRef } from 'react'
import { useCalls, usePhone } from '../context'

/** What comes in of every session is heard, also while the phone is closed. */
export function RemoteSound() {
  const calls = useCalls()
  return calls.map(
    ({ status, sessionId }) =>
      sessionId !== undefined &&
      (status === 'active' || status === 'joining') && (
        <Sound key={sessionId} sessionId={sessionId} />
      ),
  )
}

function Sound({ sessionId }: { sessionId: string }) {
  const phone = usePhone()
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const player = audio.current
    if (!player) return undefined
    player.srcObject = phone.streamOf(sessionId) ?? null
    return () => {
      player.srcObject = null
    }
  }, [phone, sessionId])
  // The other side's voice has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={audio} autoPlay />
}
