import { FileProtectOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText, useServerMessage } from '@/kit/errors'
import { EmptyState, ErrorState, Loading, Reason, useConfirm } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { ExactTime, RelativeTime } from '@/kit/time'
import { useDeleteLicenseMutation, useEndPreview, type License } from './api'
import styles from './licenses.module.css'
import { MANAGE } from './needs'
import { useLicenseWords } from './useLicenseWords'

const TONES = { future: 'info', active: 'success', ending: 'warning', disabled: 'error' } as const
type State = keyof typeof TONES
type Source = 'evaluation' | 'file' | 'cloud'

/** Every licence with its state, period, source, and what would go with it. */
export function LicenseList({ licenses }: { licenses: License[] }) {
  const { t } = useTranslation('licenses')
  const [previewed, setPreviewed] = useState<License>()
  if (licenses.length === 0) {
    return <EmptyState icon={FileProtectOutlined} title={t('empty.title')} text={t('empty.text')} />
  }
  return (
    <>
      <ul className={styles.licenses}>
        {licenses.map((license) => (
          <Row key={license.id} license={license} onPreview={() => setPreviewed(license)} />
        ))}
      </ul>
      <Modal
        open={previewed !== undefined}
        title={t('preview.title', { name: previewed?.name ?? '' })}
        onCancel={() => setPreviewed(undefined)}
        footer={null}
        destroyOnHidden
      >
        {previewed && <Preview id={previewed.id} />}
      </Modal>
    </>
  )
}

function Row({ license, onPreview }: { license: License; onPreview: () => void }) {
  const { t } = useTranslation('licenses')
  const serverMessage = useServerMessage()
  const remove = useRemove(license)
  const lack = useLack()(MANAGE)
  const state = license.state as State
  return (
    <li>
      <div className={styles.head}>
        <b>{license.name}</b>
        <StatusTag tone={TONES[state]}>{t(`options.states.${state}`)}</StatusTag>
        <span className={styles.soft}>{t(`options.sources.${license.source as Source}`)}</span>
      </div>
      <p className={styles.soft}>
        <ExactTime value={license.valid_from} /> {' – '}
        {license.valid_to ? <ExactTime value={license.valid_to} /> : t('noEnd')}
        {license.days !== null && (
          <>
            {' '}
            ·{' '}
            {state === 'disabled'
              ? t('endedDays', { count: license.days })
              : t('daysLeft', { count: license.days })}
          </>
        )}
      </p>
      {license.source === 'cloud' && (
        <p className={license.refresh_error ? styles.bad : styles.soft}>
          {license.refresh_error && `${serverMessage(license.refresh_error)}. `}
          {t('refreshed')} <RelativeTime value={license.refreshed_at} />
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={onPreview}>
          {t('preview.open')}
        </Button>
        <Reason why={lack}>
          <Button size="small" danger disabled={Boolean(lack)} onClick={() => void remove()}>
            {t('remove.action')}
          </Button>
        </Reason>
      </div>
    </li>
  )
}

function useRemove(license: License) {
  const { t } = useTranslation('licenses')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [remove] = useDeleteLicenseMutation()
  return async () => {
    const isSure = await confirm({
      title: t('remove.title', { name: license.name }),
      text: t('remove.text'),
      action: t('remove.action'),
    })
    if (!isSure) return
    const result = await remove({ id: license.id })
    if (result.error) alerts.error(errorText(result.error))
    else alerts.success(t('remove.done', { name: license.name }))
  }
}

/** What the project would have without the licence. */
function Preview({ id }: { id: number }) {
  const { t } = useTranslation('licenses')
  const { featureOf } = useLicenseWords()
  const { data, error, refetch } = useEndPreview(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  const suspended = data.counts.filter((count) => count.suspended > 0)
  // What goes on through the grace is suspended after it.
  const later = data.counts.flatMap((count) => {
    const inTheEnd = count.used - (count.maximum ?? count.used)
    return inTheEnd > count.suspended ? [{ ...count, suspended: inTheEnd }] : []
  })
  const atOnce = data.features.filter((name) => !data.grace_features.includes(name))
  return (
    <div className={styles.preview}>
      <p>
        {data.ends_at ? (
          <>
            {t('preview.ends')} <ExactTime value={data.ends_at} />
          </>
        ) : (
          t('noEnd')
        )}
      </p>
      <p>{t('preview.doors')}</p>
      {data.features.length === 0 && suspended.length === 0 && later.length === 0 && (
        <p>{t('preview.nothing')}</p>
      )}
      {atOnce.length > 0 && (
        <>
          <h3>{t('preview.atOnce')}</h3>
          <p>{atOnce.map(featureOf).join(', ')}</p>
        </>
      )}
      {data.grace_features.length > 0 && (
        <>
          <h3>{t('preview.grace', { count: data.grace_days })}</h3>
          <p>{data.grace_features.map(featureOf).join(', ')}</p>
        </>
      )}
      <Suspended title={t('preview.suspended')} counts={suspended} />
      <Suspended title={t('preview.suspendedLater')} counts={later} />
    </div>
  )
}

interface SuspendedCount {
  kind: string
  suspended: number
  used: number
}

function Suspended({ title, counts }: { title: string; counts: SuspendedCount[] }) {
  const { t } = useTranslation('licenses')
  const { kindOf } = useLicenseWords()
  if (counts.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {counts.map(({ kind, suspended, used }) => (
          <li key={kind}>{t('preview.count', { kind: kindOf(kind), suspended, used })}</li>
        ))}
      </ul>
    </>
  )
}
