import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CheckOutlined,
  ClockCircleOutlined,
  MinusCircleOutlined,
  PauseCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ToneName } from '@/kit/theme'
import type { CallStatus } from './api'
import styles from './calls.module.css'
import type { Direction } from './direction'
import { durationForm, durationParts } from './duration'

const STATUSES: Record<CallStatus, { tone: ToneName; icon: ComponentType }> = {
  answered: { tone: 'success', icon: CheckOutlined },
  noanswer: { tone: 'warning', icon: ClockCircleOutlined },
  busy: { tone: 'warning', icon: PauseCircleOutlined },
  cancel: { tone: 'neutral', icon: MinusCircleOutlined },
  failed: { tone: 'error', icon: WarningOutlined },
}

/** What became of a call. */
export function CallStatusTag({ status }: { status: CallStatus | null }) {
  const { t } = useTranslation('call-history')
  if (status === null) return <>—</>
  const { tone, icon } = STATUSES[status]
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`options.statuses.${status}`)}
    </StatusTag>
  )
}

/** The panel's SOS button was pressed. */
export function SosTag() {
  const { t } = useTranslation('call-history')
  return (
    <span className={styles.sos} title={t('sos')}>
      {t('sosShort')}
    </span>
  )
}

/** Which way a call went; nothing when it went between others. */
export function DirectionMark({ direction }: { direction: Direction }) {
  const { t } = useTranslation('call-history')
  if (!direction) return null
  const Icon = direction === 'outgoing' ? ArrowUpOutlined : ArrowDownOutlined
  const text = t(`options.directions.${direction}`)
  return (
    <span
      className={styles.mark}
      data-direction={direction}
      role="img"
      aria-label={text}
      title={text}
    >
      <Icon />
    </span>
  )
}

/** How long they talked, as people say it. */
export function Duration({ seconds }: { seconds: number }) {
  const { t } = useTranslation('call-history')
  const form = durationForm(seconds)
  return (
    <span className="tabular">
      {form === 'none' ? '—' : t(`options.durations.${form}`, durationParts(seconds))}
    </span>
  )
}
