import { DownloadOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { useDownload } from '@/kit/files'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import styles from './ForwardsTab.module.css'
import { useGetDeviceForwardsQuery, type ApartmentForward, type ForwardNumber } from './forwards'

const groupPaths = pathsOf({ path: '/groups', hasPage: true })

/** Which numbers the panel calls for each apartment below its group, and what of it the panel has. */
export default function ForwardsTab({ deviceId }: { deviceId: Id }) {
  const { t } = useTranslation('devices')
  const { data, error, refetch } = useGetDeviceForwardsQuery(
    { id: deviceId },
    { refetchOnMountOrArgChange: true },
  )
  const [save, isSaving] = useDownload()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={PhoneOutlined}
        title={t('forwards.noneTitle')}
        text={t('forwards.noneText')}
      />
    )
  }
  return (
    <>
      <div className={styles.head}>
        <p>{t('forwards.text', { count: data.max_numbers })}</p>
        <Button
          icon={<DownloadOutlined />}
          loading={isSaving}
          onClick={() =>
            void save(`/api/v0/devices/${deviceId}/forwards`, `forwards-${deviceId}.xlsx`)
          }
        >
          {t('forwards.download')}
        </Button>
      </div>
      <ul className={styles.list} aria-label={t('tabs.forwards')}>
        {data.items.map((row) => (
          <Row key={`${row.apartment} ${row.domain?.id}`} row={row} />
        ))}
      </ul>
    </>
  )
}

function Row({ row }: { row: ApartmentForward }) {
  const { t } = useTranslation('devices')
  const { apartment, domain, numbers } = row
  return (
    <li>
      <strong className="mono">{apartment}</strong>
      <span>{domain && <Link to={groupPaths.of(domain.id)}>{domain.name}</Link>}</span>
      {numbers.length === 0 ? (
        <span className={styles.none}>{t('forwards.nobody')}</span>
      ) : (
        <ol className={styles.numbers}>
          {numbers.map((number) => (
            <Number key={number.number} number={number} />
          ))}
        </ol>
      )}
      <span>
        <Standing row={row} />
      </span>
    </li>
  )
}

function Number({ number }: { number: ForwardNumber }) {
  const { t } = useTranslation('devices')
  const source =
    number.source === 'general'
      ? t('forwards.general')
      : (number.user?.name ?? t('forwards.person'))
  return (
    <li data-cut={number.is_cut_off || undefined}>
      <span className="mono">{number.number}</span> <small>{source}</small>
      {number.is_cut_off && <small> · {t('forwards.cutOff')}</small>}
    </li>
  )
}

function Standing({ row }: { row: ApartmentForward }) {
  const { t } = useTranslation('devices')
  if (row.is_ambiguous) return <StatusTag tone="warning">{t('forwards.ambiguous')}</StatusTag>
  if (row.numbers.length === 0) return null
  return row.is_confirmed ? (
    <StatusTag tone="success">{t('forwards.confirmed')}</StatusTag>
  ) : (
    <StatusTag tone="info">{t('forwards.waiting')}</StatusTag>
  )
}
