import { useMemo } from 'react'
import { MarkerTag } from '@/features/markers'
import { Avatar } from '@/kit/avatar'
import { columnsOf, useFieldLabel } from '@/kit/fields'
import type { Column } from '@/kit/table'
import type { User } from './api'
import { userFields } from './fields'
import { UserStateTag } from './UserStateTag'
import styles from './users.module.css'

export function useUserColumns(): Column<User>[] {
  const label = useFieldLabel('users')
  return useMemo(
    () =>
      columnsOf<User>(userFields, label, {
        name: ({ name, avatar_url }) => (
          <span className={styles.person}>
            <Avatar name={name} url={avatar_url} size={22} />
            <span>{name}</span>
          </span>
        ),
        email: ({ email, login }) => email ?? login ?? '—',
        domains: ({ domains }) => {
          const names = domains.map(({ name }) => name).join(', ')
          return <span title={names}>{names || '—'}</span>
        },
        markers: ({ markers }) => <Markers markers={markers} />,
        state: (user) => <UserStateTag user={user} />,
      }),
    [label],
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
