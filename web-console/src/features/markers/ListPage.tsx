import { PlusOutlined, TagsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BulkReport, useRemoval } from '@/kit/feedback'
import type { FilterField } from '@/kit/filter'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useLack } from '@/kit/permissions'
import { ResourceTable, useCommonActions, type Column, type RowAction } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import { useDeleteAllMarkersMutation, useMarker, useMarkerList, type Marker } from './api'
import { holdersOf } from './holders'
import { MarkerDialog } from './LazyMarkerDialog'
import { MarkerTag } from './MarkerTag'
import { CREATE_MARKER, DELETE_MARKER, EDIT_MARKER } from './rights'

/** Markers with how many have each; they are made and changed in a dialog. */
export default function MarkerListPage() {
  const { t } = useTranslation('markers')
  const lack = useLack()
  const list = useListState({ sort: 'name' })
  const rows = useMarkerList(list.query)
  const columns = useMarkerColumns()
  const filters = useMarkerFilters()
  const removal = useMarkerRemoval()
  const { deletion } = useCommonActions()
  const { dialog } = list.state
  const edited = useMarker(Number(dialog), { skip: !Number(dialog) })
  const close = () => list.set({ dialog: '' })

  const add = (
    <Allowed need={CREATE_MARKER}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => list.set({ dialog: 'new' })}>
        {t('add')}
      </Button>
    </Allowed>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="markers"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={({ name }) => name}
        rowActions={useRowActions((id) => list.set({ dialog: String(id) }), removal.removeRows)}
        bulkActions={[
          { ...deletion, disabled: () => lack(DELETE_MARKER), run: removal.removeRows },
        ]}
        empty={{ icon: TagsOutlined, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      {dialog === 'new' && <MarkerDialog onClose={close} />}
      {edited.data && dialog === String(edited.data.id) && (
        <MarkerDialog marker={edited.data} onClose={close} />
      )}
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useRowActions(
  open: (id: number) => void,
  remove: (rows: Marker[]) => Promise<boolean>,
): RowAction<Marker>[] {
  const { edit, deletion } = useCommonActions()
  const lack = useLack()
  return [
    { ...edit, disabled: () => lack(EDIT_MARKER), run: ({ id }) => open(id) },
    {
      ...deletion,
      disabled: () => lack(DELETE_MARKER),
      run: (marker) => void remove([marker]),
    },
  ]
}

function useMarkerColumns(): Column<Marker>[] {
  const { t } = useTranslation('markers')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name, color }) => <MarkerTag name={name} color={color} />,
        sortable: true,
        isMain: true,
        width: 260,
      },
      {
        key: 'users_count',
        title: t('fields.users'),
        render: ({ id, users_count }) => <Link to={holdersOf(id)}>{users_count}</Link>,
        align: 'end',
        width: 120,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}

function useMarkerFilters(): FilterField[] {
  const { t } = useTranslation('markers')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}

function useMarkerRemoval() {
  const { t } = useTranslation('markers')
  const [remove] = useDeleteAllMarkersMutation()
  return useRemoval<Marker>({
    remove,
    label: ({ name }) => name,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
