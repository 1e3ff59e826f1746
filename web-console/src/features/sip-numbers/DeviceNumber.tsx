import { PhoneOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ActiveTag } from './NumberTags'
import { sipNumbers } from './resource'
import styles from './sip-numbers.module.css'

/** The virtual number that a device has, or the way to give it one. */
export function DeviceNumber({ deviceId }: { deviceId: Id }) {
  const { t } = useTranslation('sip-numbers')
  const { meets } = useCan()
  const filters = useMemo(
    (): Filters => ({
      match: 'match_all',
      items: [{ field: 'device_id', rule: 'equals', value: deviceId }],
    }),
    [deviceId],
  )
  const { data } = sipNumbers.api.useList(
    { page: 1, size: 10, filters },
    { skip: !meets(sipNumbers.can.read) },
  )
  if (!data) return null
  const [number] = data.items
  const paths = pathsOf(sipNumbers)
  return (
    <p className={styles.device}>
      <PhoneOutlined aria-hidden />
      {number ? (
        <>
          <span>
            {t('device.has')} <Link to={paths.edit(number.id)}>{sipNumbers.label(number)}</Link>
          </span>
          <ActiveTag number={number} />
        </>
      ) : (
        <>
          <span>{t('device.none')}</span>
          {meets(sipNumbers.can.create) && (
            <Link to={`${paths.add}?device=${deviceId}`}>{t('device.give')}</Link>
          )}
        </>
      )}
    </p>
  )
}
