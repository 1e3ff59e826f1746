import { CheckOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEventWords } from '@/features/events'
import { useCan } from '@/kit/permissions'
import { RelativeTime } from '@/kit/time'
import { AlarmImage } from './AlarmImage'
import { AlarmLog } from './AlarmLog'
import styles from './alarms.module.css'
import { SeverityTag, StateTag } from './AlarmTags'
import { AlarmTimer } from './AlarmTimer'
import type { DeviceAlarm } from './api'
import { useAlarmActions } from './useAlarmActions'

interface Props {
  alarm: DeviceAlarm
  /** The keys act on it. */
  isChosen: boolean
  /** Its log is shown. */
  isOpen: boolean
  onChoose: () => void
  onToggle: () => void
  onProcess: () => void
}

/** One alarm of the desk: what, where, for how long, who is on it. */
export function AlarmCard({ alarm, isChosen, isOpen, onChoose, onToggle, onProcess }: Props) {
  const { t } = useTranslation('device-alarms')
  const { can } = useCan()
  const words = useEventWords()
  const { toggleTaken, takeLabel } = useAlarmActions()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { device, domain, taken_by_user: taker } = alarm
  return (
    <li
      ref={card}
      className={styles.card}
      data-severity={alarm.severity}
      data-state={alarm.state}
      data-image={Boolean(alarm.image_url)}
      aria-current={isChosen}
      onPointerDown={onChoose}
    >
      <div className={styles.tags}>
        <SeverityTag severity={alarm.severity} />
        <StateTag state={alarm.state} />
      </div>
      {alarm.image_url && (
        <div className={styles.image}>
          <AlarmImage alarm={alarm} />
        </div>
      )}
      <div className={styles.what}>
        <strong>{words(alarm.code)}</strong>
        <small>
          {alarm.lock_number !== null && <span>{t('lock', { number: alarm.lock_number })}</span>}
          {alarm.count > 1 && <span>{t('times', { count: alarm.count })}</span>}
          <RelativeTime value={alarm.last_at} />
        </small>
      </div>
      <div className={styles.where}>
        {device && <Link to={`/devices/${device.id}/edit`}>{device.name}</Link>}
        {domain && <small>{domain.name}</small>}
      </div>
      <div className={styles.timer}>
        <AlarmTimer alarm={alarm} />
        <small>{taker ? t('onIt', { name: taker.name }) : t('nobodyOnIt')}</small>
        {!taker && alarm.escalates_at && (
          <small>
            {t('escalates')} <RelativeTime value={alarm.escalates_at} />
          </small>
        )}
      </div>
      <div className={styles.actions}>
        {can('can_process_device_alarm') && (
          <>
            <Button onClick={() => void toggleTaken(alarm)}>{takeLabel(alarm)}</Button>
            <Button type="primary" icon={<CheckOutlined />} onClick={onProcess}>
              {t('process')}
            </Button>
          </>
        )}
        <Button
          type="text"
          icon={isOpen ? <UpOutlined /> : <DownOutlined />}
          aria-label={isOpen ? t('log.hide') : t('log.show')}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      </div>
      {isOpen && (
        <div className={styles.more}>
          <AlarmLog id={alarm.id} />
        </div>
      )}
    </li>
  )
}
