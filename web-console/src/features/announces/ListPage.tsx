import { NotificationOutlined, SendOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { Details } from '@/kit/details'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { columnsOf, detailsOf, filtersOf, useFieldLabel } from '@/kit/fields'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useAnnounceList, useDeleteAllAnnouncesMutation, type Announce } from './api'
import { MANAGES, maySend, sortableFor } from './entity'
import { announceFields } from './fields'
import { ANNOUNCE_TOPIC } from './realtime'
import { announces } from './resource'
import { CHANNELS, TYPES } from './schema'
import { STATUSES, StatusOfAnnounce, Turnout } from './StatusOfAnnounce'
import { useAnnounceActions } from './useAnnounceActions'

const paths = pathsOf(announces)

/** What the person has received, and what they manage. */
export default function AnnounceListPage() {
  const { t } = useTranslation('announces')
  const { meets } = useCan()
  useTopic(ANNOUNCE_TOPIC)
  const list = useListState({ sort: announces.defaultSort })
  const rows = useAnnounceList(list.query)
  const label = useFieldLabel('announces')
  const removal = useAnnounceRemoval()
  const { start, stop } = useAnnounceActions()
  const cells = {
    type: ({ type }: Announce) => t(`options.types.${type ?? 'info'}`),
    status: (row: Announce) => <StatusOfAnnounce status={row.status} />,
    turnout: (row: Announce) => <Turnout announce={row} />,
    send_via: ({ send_via }: Announce) => t(`options.channels.${send_via ?? 'email'}`),
    recipients: ({ domains, users }: Announce) =>
      [...domains, ...users].map(({ name }) => name).join(', ') || '—',
  }
  const linkOf = ({ id, token, is_managed: isManaged }: Announce) =>
    isManaged || token === '' ? paths.edit(id) : `/announce/${token}`
  const { rowActions, bulkActions } = useEditActions<Announce>({
    linkOf,
    remove: meets(announces.can.remove) ? removal.removeRows : undefined,
    whyKept: ({ status }) => (status === 'sending' || status === 'active') && t('isRunning'),
  })
  const sends = meets(maySend)
  const sending = [
    {
      key: 'start',
      label: t('start.action'),
      icon: <SendOutlined />,
      disabled: ({ status }: Announce) => status !== 'new' && t('start.onlyNew'),
      run: (row: Announce) => void start(row),
    },
    {
      key: 'stop',
      label: t('stop.action'),
      icon: <StopOutlined />,
      disabled: ({ status }: Announce) =>
        status !== 'scheduled' && status !== 'sending' && status !== 'active' && t('stop.isOver'),
      run: (row: Announce) => void stop(row),
    },
  ]
  const add = meets(announces.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="announces"
        list={list}
        rows={rows}
        isLive
        columns={sortableFor(meets, columnsOf<Announce>(announceFields, label, cells))}
        filters={filtersOf(announceFields, label, {
          ...(meets(MANAGES) ? {} : { name: false as const }),
          type: { options: TYPES.map((value) => ({ value, label: t(`options.types.${value}`) })) },
          status: {
            options: STATUSES.map((value) => ({ value, label: t(`options.statuses.${value}`) })),
          },
          send_via: {
            options: CHANNELS.map((value) => ({ value, label: t(`options.channels.${value}`) })),
          },
        })}
        label={announces.label}
        linkOf={linkOf}
        preview={(row) => <Details rows={detailsOf<Announce>(announceFields, label, row, cells)} />}
        useRow={announces.api.useGet}
        rowActions={[...rowActions.slice(0, 1), ...(sends ? sending : []), ...rowActions.slice(1)]}
        bulkActions={bulkActions}
        empty={{
          icon: NotificationOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useAnnounceRemoval() {
  const { t } = useTranslation('announces')
  const [remove] = useDeleteAllAnnouncesMutation()
  return useRemoval<Announce>({
    remove,
    label: announces.label,
    title: (rows) => t('removal.title', { count: rows.length }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
