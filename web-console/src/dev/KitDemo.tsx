import { PlusOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { App, Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { alerts } from '@/kit/alerts'
import { LocaleSwitch } from '@/kit/i18n'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { StatusTag } from '@/kit/status'
import { ResourceTable, type Column } from '@/kit/table'
import { ThemeSwitch } from '@/kit/theme'
import { RelativeTime } from '@/kit/time'
import { DemoForm } from './DemoForm'
import { listDoors, type DemoDoor } from './demoData'
import styles from './demo.module.css'

const TONES = { online: 'success', offline: 'neutral', error: 'error' } as const

const NO_DOORS = { items: [], total: 0, page: 1, size: 20 }

const columns: Column<DemoDoor>[] = [
  {
    key: 'name',
    title: 'Door',
    render: ({ name }) => name,
    sortable: true,
    isMain: true,
    width: 220,
  },
  { key: 'place', title: 'Group', render: ({ place }) => place, sortable: true },
  {
    key: 'model',
    title: 'Model',
    render: ({ model }) => <span className="mono">{model}</span>,
    sortable: true,
    width: 120,
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StatusTag tone={TONES[status]}>{status}</StatusTag>,
    width: 130,
  },
  {
    key: 'cards',
    title: 'Cards',
    render: ({ cards }) => <span className="tabular">{cards}</span>,
    sortable: true,
    align: 'end',
    width: 100,
  },
  {
    key: 'seen_at',
    title: 'Last seen',
    render: ({ seen_at }) => <RelativeTime value={seen_at} />,
    sortable: true,
  },
]

/** The kit at work on data of its own: for looking at, and for the screenshots of the tests. */
export function KitDemo() {
  const list = useListState({ sort: 'name', tab: 'table' })
  const data = useMemo(() => listDoors(list.query), [list.query])
  const { tab } = list.state
  const isEmpty = tab === 'empty'
  const isFailing = tab === 'error'
  const isLoading = tab === 'loading'
  return (
    <App className={styles.demo}>
      <header className={styles.tools}>
        <Segmented
          aria-label="Part of the kit"
          value={tab}
          onChange={(next) => list.set({ tab: next })}
          options={['table', 'form', 'empty', 'loading', 'error']}
        />
        <LocaleSwitch />
        <ThemeSwitch />
      </header>
      <main id="page" className={styles.page}>
        {tab === 'form' ? (
          <DemoForm />
        ) : (
          <Page
            title="Doors"
            note="Panels, controllers and gates of every group."
            actions={
              <>
                <Button onClick={() => alerts.warning('The panel in the lobby is offline')}>
                  Warn
                </Button>
                <Button
                  type="primary"
                  icon={<PlusOutlined />}
                  onClick={() =>
                    alerts.success('Card revoked', {
                      action: { label: 'Undo', run: () => undefined },
                    })
                  }
                >
                  New door
                </Button>
              </>
            }
          >
            <ResourceTable
              id="demo"
              list={list}
              rows={{
                data: isLoading || isFailing ? undefined : isEmpty ? NO_DOORS : data,
                isLoading,
                isFetching: isLoading,
                error: isFailing ? { status: 'FETCH_ERROR', error: '' } : undefined,
                refetch: () => list.set({ tab: 'table' }),
              }}
              columns={columns}
              filters={[
                { field: 'name', label: 'Door', type: 'text' },
                { field: 'cards', label: 'Cards', type: 'number' },
                {
                  field: 'status',
                  label: 'Status',
                  type: 'choice',
                  options: Object.keys(TONES).map((value) => ({ value, label: value })),
                },
              ]}
              label={({ name }) => name}
              linkOf={({ id }) => `/devices/${id}/edit`}
              preview={({ place }) => <p>{place}</p>}
              rowActions={[
                {
                  key: 'open',
                  label: 'Open',
                  run: ({ name }) => alerts.success(`${name} is open`),
                },
                {
                  key: 'delete',
                  label: 'Delete',
                  isDanger: true,
                  disabled: ({ status }) => status === 'online' && 'It is online',
                  run: () => undefined,
                },
              ]}
              bulkActions={[
                { key: 'sync', label: 'Synchronise', run: async () => true },
                { key: 'delete', label: 'Delete', isDanger: true, run: async () => true },
              ]}
              empty={{
                icon: VideoCameraOutlined,
                title: 'Add your first door',
                text: 'A door is a panel, a controller or a gate. Once it is here, people can be let through it.',
                action: <Button type="primary">New door</Button>,
              }}
            />
          </Page>
        )}
      </main>
    </App>
  )
}
