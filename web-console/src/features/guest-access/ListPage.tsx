import { GiftOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { invalidateSoon, useTopic } from '@/api/realtime'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable } from '@/kit/table'
import { useNow } from '@/kit/time'
import { useDeleteAllIdentifiersMutation, useGuestKeyList, type GuestKey } from './api'
import { GuestKeyPreview } from './GuestKeyPreview'
import { liveOnly } from './live'
import { guestKeys } from './resource'
import { ShareDialog } from './ShareDialog'
import { sharedId, shareDialog } from './share'
import { useGuestKeyActions } from './useGuestKeyActions'
import { useGuestKeyColumns } from './useGuestKeyColumns'
import { useGuestKeyFilters } from './useGuestKeyFilters'

const paths = pathsOf(guestKeys)

/** Keys that are out: those that may still open, or all of them. */
export default function GuestKeyListPage() {
  const { t } = useTranslation('guest-access')
  const { meets } = useCan()
  const list = useListState({ sort: guestKeys.defaultSort })
  const { state, set, query } = list
  const isAll = state.tab === 'all'
  const now = useNow()
  const asked = isAll ? query : liveOnly(query, now)
  // The same question is the same object, however often the clock ticks.
  const question = JSON.stringify(asked)
  const rows = useGuestKeyList(useMemo(() => JSON.parse(question) as typeof asked, [question]))
  useVisits()
  const columns = useGuestKeyColumns()
  const filters = useGuestKeyFilters()
  const removal = useGuestKeyRemoval()
  const { rowActions, bulkActions } = useGuestKeyActions({
    share: ({ id }) => set({ dialog: shareDialog(id) }),
    remove: removal.removeRows,
  })
  const add = meets(guestKeys.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  const shape = (
    <Segmented
      aria-label={t('which')}
      value={isAll ? 'all' : ''}
      onChange={(tab) => set({ tab, page: 1, preview: '' })}
      options={[
        { value: '', label: t('live') },
        { value: 'all', label: t('all') },
      ]}
    />
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="guest-access"
        list={list}
        rows={rows}
        isLive
        columns={columns}
        filters={filters}
        label={guestKeys.label}
        linkOf={({ id }) => paths.edit(id)}
        preview={(key) => <GuestKeyPreview guestKey={key} />}
        useRow={guestKeys.api.useGet}
        rowActions={rowActions}
        bulkActions={bulkActions}
        extra={shape}
        empty={{
          icon: GiftOutlined,
          title: t(isAll ? 'empty.title' : 'empty.liveTitle'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <ShareDialog id={sharedId(state.dialog)} onClose={() => set({ dialog: '' })} />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

/** Doors that are opened meanwhile count visits and set the last use. */
function useVisits() {
  const dispatch = useDispatch()
  useTopic('events.access-control', () =>
    invalidateSoon(['Identifiers', 'GuestKeys'], { dispatch }),
  )
}

function useGuestKeyRemoval() {
  const { t } = useTranslation('guest-access')
  const [remove] = useDeleteAllIdentifiersMutation()
  return useRemoval<GuestKey>({
    remove,
    label: guestKeys.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
