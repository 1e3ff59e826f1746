import CheckCircleFilled from '@ant-design/icons-svg/es/asn/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled'
import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import InfoCircleFilled from '@ant-design/icons-svg/es/asn/InfoCircleFilled'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../native'
import { alerts, useAlertList, type Alert, type AlertType } from './alerts'
import styles from './AlertStack.module.css'

const ICONS: Record<AlertType, typeof InfoCircleFilled> = {
  error: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  success: CheckCircleFilled,
  info: InfoCircleFilled,
}

/** Alerts at the top right, the newest below. */
export function AlertStack() {
  const list = useAlertList()
  return (
    <div className={styles.stack} aria-live="polite" aria-relevant="additions">
      {list.map((alert) => (
        <AlertCard key={alert.id} alert={alert} />
      ))}
    </div>
  )
}

function AlertCard({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { id, type, text, timeout, action } = alert
  // Somebody who points at an alert, or reaches it by keyboard, is reading it.
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    if (isHeld || timeout === 0) return undefined
    const timer = setTimeout(() => alerts.close(id), timeout)
    return () => clearTimeout(timer)
  }, [id, timeout, isHeld])

  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <div
      className={styles.alert}
      data-type={type}
      role={type === 'error' ? 'alert' : 'status'}
      {...hold}
      {...release}
    >
      <Glyph of={ICONS[type]} className={styles.icon} label={t(`options.alerts.${type}`)} />
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            alerts.close(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t('close')}
        onClick={() => alerts.close(id)}
      >
        <Glyph of={CloseOutlined} />
      </button>
    </div>
  )
}
