import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DeviceStatusTag, useDeviceList, useOpenDoor } from '@/features/devices'
import { useCan } from '@/kit/permissions'
import { DashboardCard } from './DashboardCard'
import styles from './home.module.css'

/** Doors on the dashboard; the list has all of them. */
const QUERY = {
  page: 1,
  size: 10 as const,
  sort: 'name',
  filters: {
    match: 'match_all' as const,
    items: [{ field: 'status', rule: 'equals' as const, value: 'online' }],
  },
}

/** One tap to open a door, for whoever may. */
export function DoorsCard() {
  const { meets } = useCan()
  const may = meets({ any: ['can_edit_device', 'can_manage_self_domain_devices'] })
  return may ? <Doors /> : null
}

function Doors() {
  const { t } = useTranslation('home')
  const { data, isLoading, error } = useDeviceList(QUERY)
  const { open, why, dialog, isOpening } = useOpenDoor()
  const doors = (data?.items ?? []).filter((device) => !why(device))
  return (
    <DashboardCard
      title={t('doors.title')}
      isLoading={isLoading}
      error={error}
      link={{ to: '/devices', text: t('doors.all') }}
    >
      {doors.length === 0 ? (
        <p className={styles.quiet}>{t('doors.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {doors.map((device) => (
            <li key={device.id}>
              <span>
                <Link to={`/devices/${device.id}`}>{device.name}</Link>
                <small>{device.domain?.name}</small>
              </span>
              <DeviceStatusTag info={device.device_info} />
              <Button
                icon={<UnlockOutlined />}
                disabled={isOpening}
                aria-label={t('doors.openNamed', { name: device.name })}
                onClick={() => open(device)}
              >
                {t('doors.open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </DashboardCard>
  )
}
