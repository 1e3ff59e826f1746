import {
  AlertOutlined,
  ClockCircleOutlined,
  HddOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListUnreadNotificationsQuery } from '@/features/notifications'
import { useNow } from '@/kit/time'
import { anHourAgo } from './anHourAgo'
import styles from './Figures.module.css'
import {
  deniedSince,
  linkTo,
  useDeniedTotal,
  useDeviceTotals,
  useTaskTotals,
  withStatus,
  type Total,
} from './useTotals'

interface Figure {
  key: string
  icon: ComponentType
  label: string
  value: Total
  /** Below the number: what it is a part of. */
  note?: string
  /** Something that a person should look at. */
  isBad: boolean
  to: string
}

/** The state of the site in a few numbers; each leads to what it counts. */
export function Figures() {
  const figures = useFigures()
  const { i18n } = useTranslation('home')
  const number = new Intl.NumberFormat(i18n.resolvedLanguage)
  return (
    <ul className={styles.figures}>
      {figures.map(({ key, icon: Icon, label, value, note, isBad, to }) => (
        <li key={key} data-bad={isBad}>
          <Link to={to}>
            <span className={styles.label}>
              <Icon />
              {label}
            </span>
            <span className={styles.value}>{value === undefined ? '–' : number.format(value)}</span>
            <small>{note}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function useFigures(): Figure[] {
  const { t } = useTranslation('home')
  const since = anHourAgo(useNow())
  const devices = useDeviceTotals()
  const tasks = useTaskTotals()
  const access = useDeniedTotal(since)
  const { data: unread } = useListUnreadNotificationsQuery()
  const important = unread?.important.length
  const figures: (Figure & { isShown: boolean })[] = [
    {
      key: 'online',
      icon: HddOutlined,
      // The number in red is of what is wrong.
      label: devices.offline ? t('figures.offline') : t('figures.online'),
      value: devices.offline ? devices.offline : devices.online,
      note: devices.offline
        ? t('figures.onlineBeside', { count: devices.online ?? 0 })
        : t('figures.allOnline'),
      isBad: (devices.offline ?? 0) > 0,
      to: devices.offline ? linkTo('/devices', withStatus('offline')) : '/devices',
      isShown: devices.isShown,
    },
    {
      key: 'denied',
      icon: StopOutlined,
      label: t('figures.denied'),
      value: access.denied,
      note: t('figures.lastHour'),
      isBad: (access.denied ?? 0) > 0,
      to: linkTo('/access-control/events', ...deniedSince(since)),
      isShown: access.isShown,
    },
    {
      key: 'failed',
      icon: WarningOutlined,
      label: t('figures.failed'),
      value: tasks.failed,
      note: tasks.failed === 0 ? t('figures.noneFailed') : t('figures.needYou'),
      isBad: (tasks.failed ?? 0) > 0,
      to: linkTo('/devices/tasks', withStatus('error')),
      isShown: tasks.isShown,
    },
    {
      key: 'waiting',
      icon: ClockCircleOutlined,
      label: t('figures.waiting'),
      value: tasks.waiting,
      note: t('figures.waitingNote'),
      isBad: false,
      to: linkTo('/devices/tasks', withStatus('waiting')),
      isShown: tasks.isShown,
    },
    {
      key: 'important',
      icon: AlertOutlined,
      label: t('figures.important'),
      value: important,
      note: t('figures.unread', { count: unread?.total ?? 0 }),
      isBad: (important ?? 0) > 0,
      to: '/notifications',
      isShown: true,
    },
  ]
  return figures.filter(({ isShown }) => isShown)
}
