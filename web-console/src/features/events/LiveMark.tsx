import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { selectRealtimeStatus } from '@/api/realtime'
import styles from './feed.module.css'

/** Whether events arrive by themselves just now, in a word. */
export function LiveMark({ isPaused = false }: { isPaused?: boolean }) {
  const { t } = useTranslation('events')
  const status = useSelector(selectRealtimeStatus)
  const state = status !== 'connected' ? 'away' : isPaused ? 'paused' : 'live'
  return (
    <span className={styles.live} data-state={state} role="status">
      {t(`options.live.${state}`)}
    </span>
  )
}
