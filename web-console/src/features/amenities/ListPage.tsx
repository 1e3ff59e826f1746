import { CalendarOutlined, CoffeeOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Details } from '@/kit/details'
import { columnsOf, detailsOf, filtersOf, useFieldLabel } from '@/kit/fields'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { weekdaysInWords } from '@/kit/time'
import { useAmenityList, useDeleteAllAmenitiesMutation, type Amenity } from './api'
import { reservationsEntity } from './entity'
import { amenityFields } from './fields'
import { amenities } from './resource'
import { clock, isWeekday } from './week'

const paths = pathsOf(amenities)
const bookingPaths = pathsOf(reservationsEntity)

const names = (refs: { name: string }[]) => refs.map(({ name }) => name).join(', ') || '—'

/** The amenities that the person manages or may reserve. */
export default function AmenityListPage() {
  const { t, i18n } = useTranslation(['amenities', 'common'])
  const { meets } = useCan()
  const navigate = useNavigate()
  const list = useListState({ sort: amenities.defaultSort })
  const rows = useAmenityList(list.query)
  const label = useFieldLabel('amenities')
  const removal = useAmenityRemoval()
  const locale = i18n.resolvedLanguage ?? 'en'
  const cells = {
    domains: (row: Amenity) => names(row.domains),
    access_rules: (row: Amenity) => names(row.access_rules),
    hours: (row: Amenity) => hoursInWords(row, locale),
    number_of_persons: ({ number_of_persons: limits }: Amenity) =>
      `${limits?.min ?? 1}–${limits?.max ?? 0}`,
  }
  const linkOf = ({ id }: Amenity) => paths.edit(id)
  const { rowActions, bulkActions } = useEditActions({
    linkOf,
    remove: meets(amenities.can.remove) ? removal.removeRows : undefined,
  })
  const mayReserve = meets(reservationsEntity.can.create)
  const reserve = {
    key: 'reserve',
    label: t('reserve'),
    icon: <CalendarOutlined />,
    disabled: () => !mayReserve && t('common:noRight'),
    run: ({ id }: Amenity) => void navigate(`${bookingPaths.add}?amenity=${id}`),
  }
  const add = meets(amenities.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="amenities"
        list={list}
        rows={rows}
        columns={columnsOf<Amenity>(amenityFields, label, cells)}
        filters={filtersOf(amenityFields, label)}
        label={amenities.label}
        linkOf={linkOf}
        preview={(row) => <Details rows={detailsOf<Amenity>(amenityFields, label, row, cells)} />}
        useRow={amenities.api.useGet}
        rowActions={[reserve, ...rowActions]}
        bulkActions={bulkActions}
        empty={{
          icon: CoffeeOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

/** "Mon–Fri 09:00–18:00". */
function hoursInWords({ time_slots: slots }: Amenity, locale: string): string {
  const items = (slots?.items ?? []).map(
    ({ days, from, to }) =>
      `${weekdaysInWords(days.filter(isWeekday), locale)} ${clock(from)}–${clock(to)}`,
  )
  return items.join('; ') || '—'
}

function useAmenityRemoval() {
  const { t } = useTranslation('amenities')
  const [remove] = useDeleteAllAmenitiesMutation()
  return useRemoval<Amenity>({
    remove,
    label: amenities.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
