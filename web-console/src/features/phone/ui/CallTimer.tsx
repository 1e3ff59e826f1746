import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from './duration'

const SECOND = 1_000

/** Seconds since a moment, counted on. */
export function CallTimer({ since }: { since: number }) {
  const { t } = useTranslation('phone')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="tabular" role="timer" aria-label={t('durationOf')}>
      {clock(Math.floor((now - since) / SECOND))}
    </span>
  )
}
