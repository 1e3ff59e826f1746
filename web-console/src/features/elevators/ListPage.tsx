import { ColumnHeightOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { DEVICE_TOPIC } from '@/features/devices'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteAllElevatorsMutation, useElevatorList, type Elevator } from './api'
import { CallDialog } from './call/CallDialog'
import { useCall } from './call/useCall'
import { ElevatorPreview } from './ElevatorPreview'
import { elevators } from './resource'
import { useElevatorColumns } from './useElevatorColumns'
import { useElevatorFilters } from './useElevatorFilters'

const paths = pathsOf(elevators)

/** Elevators, with a drawer that shows the building and calls them. */
export default function ElevatorListPage() {
  const { t } = useTranslation('elevators')
  const { meets } = useCan()
  const list = useListState({ sort: elevators.defaultSort })
  const rows = useElevatorList(list.query)
  const columns = useElevatorColumns()
  const filters = useElevatorFilters()
  const removal = useElevatorRemoval()
  const call = useCall()
  useTopic(DEVICE_TOPIC)
  const linkOf = ({ id }: Elevator) => paths.edit(id)
  const { rowActions, bulkActions } = useEditActions({
    linkOf,
    remove: meets(elevators.can.remove) ? removal.removeRows : undefined,
  })
  const add = meets(elevators.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="elevators"
        list={list}
        rows={rows}
        isLive
        columns={columns}
        filters={filters}
        label={elevators.label}
        linkOf={linkOf}
        preview={(elevator) => <ElevatorPreview elevator={elevator} onCall={call.ask} />}
        useRow={elevators.api.useGet}
        rowActions={[call.action, ...rowActions]}
        bulkActions={bulkActions}
        empty={{
          icon: ColumnHeightOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      {call.asked && <CallDialog {...call.asked} onClose={call.close} />}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useElevatorRemoval() {
  const { t } = useTranslation('elevators')
  const [remove] = useDeleteAllElevatorsMutation()
  return useRemoval<Elevator>({
    remove,
    label: elevators.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
