import { StopOutlined } from '@ant-design/icons'
import { Button, InputNumber, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { Details } from '@/kit/details'
import { ErrorState, Reason } from '@/kit/feedback'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { ExactTime } from '@/kit/time'
import {
  useAmenity,
  useListAmenityReservationLogsQuery,
  useReservation,
  useUpdateReservation,
  type Amenity,
  type AmenityReservation,
} from './api'
import { Booking } from './Booking'
import styles from './Booking.module.css'
import { reservationFields } from './fields'
import { ChoiceInWords } from './NewReservation'
import { useCancel } from './ReservationListPage'
import { StatusOfReservation } from './StatusOfReservation'
import { useRefusal } from './useRefusal'
import type { Choice } from './week'
import { whenOf } from './when'

const SEE_LOGS = {
  any: [
    'can_view_all_amenity_reservation_logs',
    'can_view_domain_amenity_reservation_logs',
    'can_view_descendants_amenity_reservation_logs',
    'can_view_own_amenity_reservation_logs',
  ],
} as const

/** What a reservation is, and, until it begins, other slots for it. */
export function ReservationDetails({ id }: { id: number }) {
  const { t, i18n } = useTranslation('amenities')
  const loaded = useReservation(id)
  const cancel = useCancel()
  const label = useFieldLabel('amenities')
  const { meets } = useCan()
  const row = loaded.data
  if (loaded.error) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
  if (!row) return <Skeleton active />
  const why = !row.is_cancelable && t('reservations.notCancelable')
  return (
    <Page
      title={row.amenity?.name ?? ''}
      note={whenOf(row, i18n.resolvedLanguage ?? 'en')}
      actions={
        <Reason why={why}>
          <Button
            danger
            icon={<StopOutlined />}
            disabled={why !== false}
            onClick={() => void cancel(row)}
          >
            {t('reservations.cancel')}
          </Button>
        </Reason>
      }
    >
      <div className={styles.page}>
        <Details
          rows={detailsOf<AmenityReservation>(reservationFields, label, row, {
            status: ({ status }) => <StatusOfReservation status={status} />,
            identifier: ({ identifier, status }) =>
              identifier?.name ??
              (status === 'reserved' || status === 'active' ? t('reservations.keyIsMade') : '—'),
          })}
        />
        {row.is_editable && row.amenity && <Move key={row.updated_at} row={row} />}
        {meets(SEE_LOGS) && <Logs id={id} />}
      </div>
    </Page>
  )
}

function Move({ row }: { row: AmenityReservation }) {
  const amenity = useAmenity(row.amenity?.id ?? 0)
  return amenity.data ? <MoveForm row={row} amenity={amenity.data} /> : null
}

function MoveForm({ row, amenity }: { row: AmenityReservation; amenity: Amenity }) {
  const { t } = useTranslation('amenities')
  const refusal = useRefusal()
  const [update, { isLoading }] = useUpdateReservation()
  const own: Choice = { date: row.date, from: row.time_slots.map(({ from }) => from) }
  const [choice, setChoice] = useState<Choice | undefined>(own)
  const [persons, setPersons] = useState(row.number_of_persons)
  const isSame =
    persons === row.number_of_persons &&
    choice?.date === own.date &&
    choice.from.join() === own.from.join()

  const save = async () => {
    if (!choice) return
    try {
      await update({
        id: row.id,
        body: {
          date: choice.date,
          time_slots: choice.from.map((from) => ({ from })),
          number_of_persons: persons,
        },
      }).unwrap()
      alerts.success(t('reservations.moved'))
    } catch (error) {
      alerts.error(refusal(error))
    }
  }
  const why = !choice ? t('booking.chooseSlot') : isSame ? t('reservations.unchanged') : false
  return (
    <>
      <h2>{t('reservations.move')}</h2>
      <Booking amenity={amenity} persons={persons} choice={choice} own={own} onChoose={setChoice} />
      <div className={styles.foot}>
        <strong>
          <ChoiceInWords choice={choice} duration={amenity.time_slots?.duration ?? 0} />
        </strong>
        <span className={styles.persons}>
          <label htmlFor="reservation-persons">{t('fields.number_of_persons')}</label>
          <InputNumber<number>
            id="reservation-persons"
            value={persons}
            min={amenity.number_of_persons?.min ?? 1}
            max={amenity.number_of_persons?.max ?? 1}
            onChange={(number) => setPersons(number ?? 1)}
          />
        </span>
        <Reason why={why}>
          <Button
            type="primary"
            loading={isLoading}
            disabled={why !== false}
            onClick={() => void save()}
          >
            {t('reservations.save')}
          </Button>
        </Reason>
      </div>
    </>
  )
}

function Logs({ id }: { id: number }) {
  const { t } = useTranslation('amenities')
  const logs = useListAmenityReservationLogsQuery({ id })
  if (!logs.data) return null
  return (
    <section>
      <h2>{t('reservations.logs')}</h2>
      <ul className={styles.logs}>
        {logs.data.items.map((log, at) => (
          <li key={`${log.at}-${at}`}>
            {log.at && <ExactTime value={log.at} />}
            <span>{t(`options.events.${log.event as 'created'}`)}</span>
            {log.user?.name && <span>{log.user.name}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
