import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatusTag } from '@/kit/status'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { Role } from './api'
import { holdersOf } from './holders'

export function useRoleColumns(): Column<Role>[] {
  const { t } = useTranslation('roles')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 220,
      },
      {
        key: 'description',
        title: t('fields.description'),
        render: ({ description }) => description ?? '—',
        width: 260,
      },
      {
        key: 'is_default',
        title: t('fields.kind'),
        render: ({ is_default }) =>
          is_default ? (
            <StatusTag tone="info">{t('kinds.default')}</StatusTag>
          ) : (
            <StatusTag tone="neutral">{t('kinds.own')}</StatusTag>
          ),
        width: 140,
      },
      {
        key: 'users_count',
        title: t('fields.users'),
        render: ({ id, users_count }) => <Link to={holdersOf(id)}>{users_count}</Link>,
        align: 'end',
        width: 110,
      },
      {
        key: 'permissions',
        title: t('fields.permissions'),
        render: ({ permissions }) => permissions.length,
        align: 'end',
        width: 100,
      },
      {
        key: 'available_roles',
        title: t('fields.available'),
        render: ({ available_roles }) => available_roles.map(({ name }) => name).join(', ') || '—',
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'updated_at',
        title: t('fields.updated'),
        render: ({ updated_at }) => <RelativeTime value={updated_at} />,
        isWideOnly: true,
        width: 150,
      },
    ],
    [t],
  )
}
