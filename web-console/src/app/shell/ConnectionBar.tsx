import { DisconnectOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { selectRealtimeStatus } from '@/api/realtime'
import styles from './ConnectionBar.module.css'

/** A short break is no news: milliseconds before it is told. */
const PATIENCE = 6_000

/** Says that what is on the screen may be old, once the websocket has been away for a while. */
export function ConnectionBar() {
  const { t } = useTranslation('shell')
  const isAway = useSelector(selectRealtimeStatus) !== 'connected'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isAway])

  if (!isAway || !isLate) return null
  return (
    <div className={styles.bar} role="status">
      <DisconnectOutlined aria-hidden /> {t('offline')}
    </div>
  )
}
