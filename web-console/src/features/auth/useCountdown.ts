import { useEffect, useState } from 'react'

/** Whole seconds until a moment; 0 once it has come. */
export const secondsUntil = (moment: number, now: number): number =>
  Math.max(0, Math.ceil((moment - now) / 1000))

/** Counts seconds down to 0. It looks at the clock, so that a sleeping tab is right when it wakes. */
export function useCountdown(seconds: number) {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(until, Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return { left, restart: (next: number) => setUntil(Date.now() + next * 1000) }
}
