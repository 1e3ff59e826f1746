import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import { GroupTypeTag, useGroupTypes } from '@/features/group-types'
import type { Group } from './api'

export function useGroupColumns(): Column<Group>[] {
  const { t } = useTranslation('groups')
  const { data: types } = useGroupTypes()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 260,
      },
      {
        key: 'path',
        title: t('fields.parent'),
        render: ({ path }) => path.map(({ name }) => name).join(' / ') || '—',
        width: 260,
      },
      {
        key: 'type',
        title: t('fields.type'),
        render: ({ domain_type_id }) => (
          <GroupTypeTag type={types?.items.find(({ id }) => id === domain_type_id)} />
        ),
        width: 150,
      },
      {
        key: 'logic_address',
        title: t('fields.address'),
        render: ({ logic_address }) => <span className="mono">{logic_address ?? '—'}</span>,
        sortable: true,
        width: 130,
      },
      {
        key: 'descendants_count',
        title: t('fields.below'),
        render: ({ descendants_count }) => <span className="tabular">{descendants_count}</span>,
        align: 'end',
        width: 110,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t, types],
  )
}
