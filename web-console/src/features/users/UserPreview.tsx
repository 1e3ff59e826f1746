import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { groups } from '@/features/groups'
import { MarkerTag } from '@/features/markers'
import { Details } from '@/kit/details'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import type { User } from './api'
import { userFields } from './fields'
import { users } from './resource'
import styles from './users.module.css'
import { UserStateTag } from './UserStateTag'

/** A user in the side drawer of the list. */
export function UserPreview({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const label = useFieldLabel('users')
  const { meets } = useCan()
  return (
    <>
      <Details
        rows={detailsOf<User>(userFields, label, user, {
          state: () => <UserStateTag user={user} />,
          domains: ({ domains }) => <Links refs={domains} to={groups} />,
          markers: ({ markers }) =>
            markers.length > 0 ? (
              <span className={styles.markers}>
                {markers.map(({ id, name, color }) => (
                  <MarkerTag key={id} name={name} color={color} />
                ))}
              </span>
            ) : null,
          linked_users: (row) => <Links refs={row.linked_users} to={users} />,
        })}
      />
      {meets(accessCheckScreen.need) && (
        <p className={styles.explain}>
          <Link to={accessCheckPath({ userId: user.id })}>
            <SafetyCertificateOutlined aria-hidden /> {t('explain')}
          </Link>
        </p>
      )}
    </>
  )
}

function Links({ refs, to }: { refs: Ref[]; to: { path: string; hasPage?: boolean } }) {
  if (refs.length === 0) return <>—</>
  return refs.map(({ id, name }) => (
    <div key={id}>
      <Link to={pathsOf(to).of(id)}>{name}</Link>
    </div>
  ))
}
