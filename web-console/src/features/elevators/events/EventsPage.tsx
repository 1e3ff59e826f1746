import { EyeOutlined, HistoryOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { DownloadMenu } from '@/kit/files'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { ResourceTable } from '@/kit/table'
import { ELEVATOR_EVENT_TOPIC, useElevatorEventList, type ElevatorEvent } from './api'
import { EventPreview } from './EventPreview'
import { useElevatorEventColumns } from './useElevatorEventColumns'
import { useElevatorEventFilters } from './useElevatorEventFilters'
import { useElevatorEventWords } from './useElevatorEventWords'

/** What lifts did, and what the platform told them: who went where. */
export default function ElevatorEventsPage() {
  const { t } = useTranslation('elevators')
  const list = useListState({ sort: '-id' })
  const rows = useElevatorEventList(list.query)
  // A push says only that there is something new: the page is asked for as its filters have it.
  useTopic(ELEVATOR_EVENT_TOPIC, () => rows.refetch())
  const columns = useElevatorEventColumns()
  const filters = useElevatorEventFilters()
  const words = useElevatorEventWords()
  const label = ({ code, elevator, user }: ElevatorEvent) =>
    [words(code), elevator?.name, user?.name].filter(Boolean).join(' · ')
  return (
    <Page
      title={t('log.title')}
      note={t('log.note')}
      actions={
        <DownloadMenu path="/events/elevators/download" name="elevator-events" query={list.query} />
      }
    >
      <ResourceTable
        id="elevator-events"
        list={list}
        rows={rows}
        isLive
        columns={columns}
        filters={filters}
        label={label}
        preview={(event) => <EventPreview event={event} />}
        rowActions={[
          {
            key: 'look',
            label: t('log.look'),
            icon: <EyeOutlined />,
            run: ({ id }) => list.set({ preview: String(id) }),
          },
        ]}
        empty={{
          icon: HistoryOutlined,
          title: t('log.empty'),
          text: t('log.emptyText'),
        }}
      />
    </Page>
  )
}
