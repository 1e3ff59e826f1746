import { StopOutlined, SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { QrPicture, WalletButtons } from '@/features/identifiers'
import { Reason } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import type { AmenityReservation } from './api'
import styles from './ReservationPass.module.css'
import { StatusOfReservation } from './StatusOfReservation'
import { useCancel } from './useCancel'
import { whenOf } from './when'

interface Props {
  row: AmenityReservation
  /** Leads to other slots. */
  onChange: () => void
}

/** What somebody needs at the door: when, the code that opens it, and the way out of it. */
export function ReservationPass({ row, onChange }: Props) {
  const { t, i18n } = useTranslation('amenities')
  const cancel = useCancel()
  const isMine = useProfile()?.id === row.user?.id
  const whyKept = !row.is_cancelable && t('reservations.notCancelable')
  const whyFixed = !row.is_editable && t('reservations.notEditable')
  return (
    <section className={styles.pass} aria-label={t('reservations.pass')}>
      <p className={styles.when}>
        <strong>{whenOf(row, i18n.resolvedLanguage ?? 'en')}</strong>
        <StatusOfReservation status={row.status} />
      </p>
      {isMine && isLive(row) && <Code row={row} />}
      <div className={styles.actions}>
        <Reason why={whyFixed}>
          <Button icon={<SwapOutlined />} disabled={whyFixed !== false} onClick={onChange}>
            {t('reservations.change')}
          </Button>
        </Reason>
        <Reason why={whyKept}>
          <Button
            danger
            icon={<StopOutlined />}
            disabled={whyKept !== false}
            onClick={() => void cancel(row)}
          >
            {t('reservations.cancel')}
          </Button>
        </Reason>
      </div>
    </section>
  )
}

/** Whether its doors will open, or do. */
export const isLive = ({ status }: AmenityReservation) =>
  status === 'reserved' || status === 'active'

function Code({ row }: { row: AmenityReservation }) {
  const { t } = useTranslation('amenities')
  const { identifier, amenity } = row
  if (!identifier) return <p role="status">{t('reservations.keyIsMade')}</p>
  const name = amenity?.name ?? identifier.name
  return (
    <div className={styles.code}>
      <QrPicture id={identifier.id} alt={t('reservations.qr', { name })} />
      <p>{t('reservations.qrText')}</p>
      <WalletButtons id={identifier.id} name={name} />
    </div>
  )
}
