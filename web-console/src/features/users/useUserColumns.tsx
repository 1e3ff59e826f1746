import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkerTag } from '@/features/markers'
import { Avatar } from '@/kit/avatar'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { User } from './api'
import { UserStateTag } from './UserStateTag'
import styles from './users.module.css'

export function useUserColumns(): Column<User>[] {
  const { t } = useTranslation('users')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name, avatar_url }) => (
          <span className={styles.person}>
            <Avatar name={name} url={avatar_url} size={22} />
            <span>{name}</span>
          </span>
        ),
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'email',
        title: t('fields.email'),
        render: ({ email, login }) => email ?? login ?? '—',
        sortable: true,
        width: 220,
      },
      {
        key: 'role',
        title: t('fields.role'),
        render: ({ role }) => role?.name ?? '—',
        sortable: true,
        sortKey: 'role_id',
        width: 150,
      },
      {
        key: 'domains',
        title: t('fields.groups'),
        render: ({ domains }) => {
          const names = domains.map(({ name }) => name).join(', ')
          return <span title={names}>{names || '—'}</span>
        },
        width: 200,
      },
      {
        key: 'markers',
        title: t('fields.markers'),
        render: ({ markers }) => <Markers markers={markers} />,
        width: 160,
      },
      {
        key: 'is_active',
        title: t('fields.state'),
        render: (user) => <UserStateTag user={user} />,
        width: 150,
      },
      {
        key: 'phone',
        title: t('fields.phone'),
        render: ({ profile }) => profile?.phone ?? '—',
        isOptional: true,
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
    [t],
  )
}

function Markers({ markers }: Pick<User, 'markers'>) {
  if (markers.length === 0) return <span aria-hidden>—</span>
  return (
    <span className={styles.markers}>
      {markers.map(({ id, name, color }) => (
        <MarkerTag key={id} name={name} color={color} />
      ))}
    </span>
  )
}
