import { CloudDownloadOutlined, DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { selectRealtimeStatus } from '@/api/realtime'
import { ExactTime } from '@/kit/time'
import { useIsOnline } from '@/kit/useIsOnline'
import { useIsOutdated } from '../updates'
import styles from './ConnectionBar.module.css'

/** Milliseconds without a websocket before it is said: a short break is no news. */
const BREAK_DELAY_MS = 6_000

/** Says that what is on the screen may be old: without a network at once, without the websocket after a while. */
export function ConnectionBar() {
  const { t } = useTranslation('shell')
  const isOnline = useIsOnline()
  const isAway = useSelector(selectRealtimeStatus) !== 'connected'
  const isLate = useIsLate(isAway)
  return (
    <>
      <OutdatedBar />
      {!isOnline ? (
        <div className={styles.bar} role="status">
          <DisconnectOutlined aria-hidden /> <NoNetwork />
        </div>
      ) : (
        isAway &&
        isLate && (
          <div className={styles.bar} role="status">
            <DisconnectOutlined aria-hidden /> {t('offline')}
          </div>
        )
      )}
    </>
  )
}

/** From when what is on the screen is. */
function NoNetwork() {
  const { t } = useTranslation('shell')
  const [since] = useState(() => new Date().toISOString())
  return (
    <span>
      {t('noNetwork')} <ExactTime value={since} />
    </span>
  )
}

/** A newer console is on this machine. When to load it is for the person to say: a call would end. */
function OutdatedBar() {
  const { t } = useTranslation('shell')
  if (!useIsOutdated()) return null
  return (
    <div className={styles.bar} data-tone="info" role="status">
      <CloudDownloadOutlined aria-hidden />
      <span>
        {t('outdated.text')} {t('outdated.hint')}
      </span>
      <Button size="small" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  )
}

function useIsLate(isAway: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setTimeout(() => setLate(true), BREAK_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isAway])
  return isLate
}
