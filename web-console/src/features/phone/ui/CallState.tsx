import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  PauseCircleOutlined,
  PhoneOutlined,
} from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Call } from '../calls/types'
import styles from './CallCard.module.css'
import { CallTimer } from './CallTimer'

/** What a call is at, and for how long. */
export function CallState({ call }: { call: Call }) {
  const { t } = useTranslation('phone')
  const { status, direction, reason, started } = call
  const words =
    status === 'destroyed'
      ? t(`options.reason.${reason ?? 'ended'}`)
      : status === 'calling'
        ? t(`options.calling.${direction}`)
        : t(`options.status.${status}`)
  return (
    <p className={styles.state}>
      <span className={styles.mark} aria-hidden>
        <StateIcon call={call} />
      </span>
      <span>{words}</span>
      {status !== 'destroyed' && <CallTimer since={started} />}
    </p>
  )
}

function StateIcon({ call: { status, direction } }: { call: Call }) {
  if (status === 'paused' || status === 'processed_paused') return <PauseCircleOutlined />
  if (status === 'active') return <PhoneOutlined />
  return direction === 'incoming' ? <ArrowDownOutlined /> : <ArrowUpOutlined />
}
