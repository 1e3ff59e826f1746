import { useEffect, useState } from 'react'
import { useDateFormat } from '@/kit/time'
import type { DeviceAlarm } from './api'
import { elapsed } from './desk'

/** How long an alarm has lasted: it runs while its cause holds. */
export function AlarmTimer({ alarm }: { alarm: DeviceAlarm }) {
  const format = useDateFormat()
  const isRunning = alarm.state === 'enabled'
  const now = useSeconds(isRunning)
  const { first_at: from, cleared_at: cleared } = alarm
  if (from === null) return null
  const to = isRunning || cleared === null ? now : new Date(cleared)
  return (
    <time dateTime={from} title={format.exact(from)} className="tabular">
      {elapsed(from, to)}
    </time>
  )
}

/** The time, each second. */
function useSeconds(isActive: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [isActive])
  return now
}
