import { BarsOutlined, CalendarOutlined, FieldTimeOutlined, StopOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Details } from '@/kit/details'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { columnsOf, detailsOf, filtersOf, useFieldLabel } from '@/kit/fields'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import {
  useDeleteAllAmenityReservationsMutation,
  useReservation,
  useReservationList,
  type AmenityReservation,
} from './api'
import { reservationsEntity } from './entity'
import { reservationFields } from './fields'
import { ReservationPass } from './ReservationPass'
import { STATUSES, StatusOfReservation } from './StatusOfReservation'
import { Timeline } from './Timeline'
import styles from './Timeline.module.css'
import { useCancel } from './useCancel'
import { whenOf } from './when'

const paths = pathsOf(reservationsEntity)
/** The tab, followed by the date. */
const TIMELINE = 'timeline'
const changeOf = ({ id }: AmenityReservation) => `${paths.edit(id)}?change`
const titleOf = (row: AmenityReservation) => row.amenity?.name ?? ''

/** Reservations: one's own, and those of the amenities that the person manages. */
export default function ReservationListPage() {
  const { t, i18n } = useTranslation('amenities')
  const { meets } = useCan()
  const list = useListState({ sort: '-start' })
  const { set, state } = list
  const isTimeline = state.tab.startsWith(TIMELINE)
  const rows = useReservationList(list.query, { skip: isTimeline })
  const label = useFieldLabel('amenities')
  const removal = useReservationRemoval()
  const cancel = useCancel()
  const navigate = useNavigate()
  const locale = i18n.resolvedLanguage ?? 'en'
  const cells = {
    start: (row: AmenityReservation) => whenOf(row, locale),
    status: ({ status }: AmenityReservation) => <StatusOfReservation status={status} />,
  }
  const linkOf = ({ id }: AmenityReservation) => paths.edit(id)
  const { rowActions, bulkActions } = useEditActions<AmenityReservation>({
    linkOf,
    remove: meets(reservationsEntity.can.remove) ? removal.removeRows : undefined,
    whyKept: ({ status }) =>
      (status === 'reserved' || status === 'active') && t('reservations.isLive'),
  })
  const cancelAction = {
    key: 'cancel',
    label: t('reservations.cancel'),
    icon: <StopOutlined />,
    disabled: (row: AmenityReservation) => !row.is_cancelable && t('reservations.notCancelable'),
    run: (row: AmenityReservation) => void cancel(row),
  }
  const add = meets(reservationsEntity.can.create) && (
    <AddButton to={paths.add}>{t('reservations.add')}</AddButton>
  )
  return (
    <Page title={t('reservations.title')} note={t('reservations.note')} actions={add}>
      <Segmented
        className={styles.shape}
        aria-label={t('timeline.shape')}
        value={isTimeline ? TIMELINE : ''}
        onChange={(tab) => set({ tab, preview: '' })}
        options={[
          { value: '', icon: <BarsOutlined />, label: t('timeline.list') },
          {
            value: TIMELINE,
            icon: <FieldTimeOutlined />,
            label: t('timeline.title'),
          },
        ]}
      />
      {isTimeline ? (
        <Timeline
          date={state.tab.slice(TIMELINE.length + 1)}
          onDate={(date) => set({ tab: date ? `${TIMELINE}-${date}` : TIMELINE })}
        />
      ) : (
        <ResourceTable
          id="amenity-reservations"
          list={list}
          rows={rows}
          isLive
          columns={columnsOf<AmenityReservation>(reservationFields, label, cells)}
          filters={filtersOf(reservationFields, label, {
            status: {
              options: STATUSES.map((value) => ({
                value,
                label: t(`options.statuses.${value}`),
              })),
            },
          })}
          label={titleOf}
          linkOf={linkOf}
          preview={(row) => (
            <div className={styles.preview}>
              <ReservationPass row={row} onChange={() => void navigate(changeOf(row))} />
              <Details rows={detailsOf<AmenityReservation>(reservationFields, label, row, cells)} />
            </div>
          )}
          useRow={useReservation}
          rowActions={[...rowActions.slice(0, 1), cancelAction, ...rowActions.slice(1)]}
          bulkActions={bulkActions}
          empty={{
            icon: CalendarOutlined,
            title: t('reservations.empty.title'),
            text: t('reservations.empty.text'),
            action: add,
          }}
        />
      )}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useReservationRemoval() {
  const { t } = useTranslation('amenities')
  const [remove] = useDeleteAllAmenityReservationsMutation()
  return useRemoval<AmenityReservation>({
    remove,
    label: titleOf,
    title: (rows) => t('reservations.removal.title', { count: rows.length }),
    text: t('removal.text'),
    done: (count) => t('reservations.removal.done', { count }),
  })
}
