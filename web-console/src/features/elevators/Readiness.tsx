import { CheckOutlined, ExclamationOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { devices } from '@/features/devices'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import type { ElevatorDevice } from './api'
import styles from './Readiness.module.css'

const REASONS = ['offline', 'settings_waiting', 'settings_failed', 'disabled'] as const
type Reason = (typeof REASONS)[number]

const isReason = (word: string | null): word is Reason => REASONS.some((each) => each === word)

/** Each controller, and whether it is there and holds its map; of one that does not, what that means. */
export function Readiness({ controllers }: { controllers: readonly ElevatorDevice[] }) {
  const { t } = useTranslation('elevators')
  return (
    <ul className={styles.list} aria-label={t('readiness')}>
      {controllers.map(({ id, name, is_ready, not_ready_reason }) => {
        const reason = isReason(not_ready_reason) ? not_ready_reason : undefined
        return (
          <li key={id}>
            <Link to={pathsOf(devices).edit(id)}>{name}</Link>
            {is_ready === true && (
              <StatusTag tone="success" icon={CheckOutlined}>
                {t('ready')}
              </StatusTag>
            )}
            {is_ready === false && (
              <StatusTag tone="warning" icon={ExclamationOutlined}>
                {reason ? t(`options.reasons.${reason}`) : t('notReady')}
              </StatusTag>
            )}
            {is_ready === false && reason && <small>{t(`options.reasonTexts.${reason}`)}</small>}
          </li>
        )
      })}
    </ul>
  )
}
