import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { Details } from '@/kit/details'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
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
import { isLive, ReservationPass } from './ReservationPass'
import { StatusOfReservation } from './StatusOfReservation'
import { useRefusal } from './useRefusal'
import type { Choice } from './week'
import { whenOfChoice } from './when'

const SEE_LOGS = {
  any: [
    'can_view_all_amenity_reservation_logs',
    'can_view_domain_amenity_reservation_logs',
    'can_view_descendants_amenity_reservation_logs',
    'can_view_own_amenity_reservation_logs',
  ],
} as const

/** Milliseconds between looks for the code, which access makes after the reservation. */
const UNTIL_CODE = 3_000
/** The address says that other slots are looked for. */
const CHANGE = 'change'

/** What a reservation is, and, until it begins, other slots for it. */
export function ReservationDetails({ id }: { id: number }) {
  const { t } = useTranslation('amenities')
  const loaded = useReservation(id)
  const label = useFieldLabel('amenities')
  const { meets } = useCan()
  const [params, setParams] = useSearchParams()
  const row = loaded.data
  useReservation(id, { pollingInterval: row && isLive(row) && !row.identifier ? UNTIL_CODE : 0 })
  if (loaded.error) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
  if (!row) return <Loading />
  const isMoved = params.has(CHANGE) && row.is_editable && row.amenity !== null
  const rows = detailsOf<AmenityReservation>(reservationFields, label, row, {
    status: ({ status }) => <StatusOfReservation status={status} />,
    identifier: (shown) =>
      shown.identifier?.name ?? (isLive(shown) ? t('reservations.keyIsMade') : '—'),
  })
  return (
    <Page title={row.amenity?.name ?? ''}>
      <div className={styles.page}>
        {isMoved ? (
          <Move key={row.updated_at} row={row} onEnd={() => setParams({}, { replace: true })} />
        ) : (
          <div className={styles.beside}>
            <ReservationPass row={row} onChange={() => setParams({ [CHANGE]: '' })} />
            <Details rows={rows} />
          </div>
        )}
        {meets(SEE_LOGS) && <Logs id={id} />}
      </div>
    </Page>
  )
}

interface MoveProps {
  row: AmenityReservation
  /** It is changed, or stays as it is. */
  onEnd: () => void
}

function Move({ row, onEnd }: MoveProps) {
  const amenity = useAmenity(row.amenity?.id ?? 0)
  if (amenity.data) return <MoveForm row={row} amenity={amenity.data} onEnd={onEnd} />
  if (!amenity.error) return <Loading />
  return <ErrorState error={amenity.error} onRetry={() => void amenity.refetch()} />
}

function MoveForm({ row, amenity, onEnd }: MoveProps & { amenity: Amenity }) {
  const { t, i18n } = useTranslation('amenities')
  const refusal = useRefusal()
  const [update, { isLoading }] = useUpdateReservation()
  const own: Choice = { date: row.date, from: row.time_slots.map(({ from }) => from) }
  const [choice, setChoice] = useState<Choice | undefined>(own)
  const [persons, setPersons] = useState(row.number_of_persons)
  const isSame =
    persons === row.number_of_persons &&
    choice?.date === own.date &&
    choice.from.join() === own.from.join()

  const when = whenOfChoice(
    choice,
    amenity.time_slots?.duration ?? 0,
    i18n.resolvedLanguage ?? 'en',
  )

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
      onEnd()
    } catch (error) {
      alerts.error(refusal(error))
    }
  }
  const why = !choice ? t('booking.chooseSlot') : isSame ? t('reservations.unchanged') : false
  return (
    <>
      <div className={styles.head}>
        <h2>{t('reservations.move')}</h2>
        <Button onClick={onEnd}>{t('reservations.keep')}</Button>
      </div>
      <Booking amenity={amenity} persons={persons} choice={choice} own={own} onChoose={setChoice} />
      <div className={styles.foot}>
        <strong>{when ?? t('booking.chooseSlot')}</strong>
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
  if (!logs.data || logs.data.items.length === 0) return null
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
