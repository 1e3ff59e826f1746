import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { groups } from '@/features/groups'
import { MarkerTag } from '@/features/markers'
import { Details } from '@/kit/details'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { User } from './api'
import { users } from './resource'
import styles from './users.module.css'
import { UserStateTag } from './UserStateTag'

/** A user in the side drawer of the list. */
export function UserPreview({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  return (
    <>
      <Details
        rows={[
          [t('fields.state'), <UserStateTag key="state" user={user} />],
          [t('fields.role'), user.role?.name],
          [
            t('fields.groups'),
            user.domains.map(({ id, name }) => (
              <div key={id}>
                <Link to={pathsOf(groups).edit(id)}>{name}</Link>
              </div>
            )),
          ],
          [
            t('fields.markers'),
            user.markers.length > 0 ? (
              <span key="markers" className={styles.markers}>
                {user.markers.map(({ id, name, color }) => (
                  <MarkerTag key={id} name={name} color={color} />
                ))}
              </span>
            ) : null,
          ],
          [
            t('fields.linked'),
            user.linked_users.length > 0
              ? user.linked_users.map(({ id, name }) => (
                  <div key={id}>
                    <Link to={pathsOf(users).edit(id)}>{name}</Link>
                  </div>
                ))
              : null,
          ],
          [t('fields.email'), user.email],
          [t('fields.login'), user.login],
          [t('fields.phone'), user.profile?.phone],
          [t('fields.address'), user.profile?.address],
          [t('fields.description'), user.description],
          [t('fields.createdBy'), user.created_by_user?.name],
          [t('fields.created'), <ExactTime key="created" value={user.created_at} />],
          [t('fields.updated'), <ExactTime key="updated" value={user.updated_at} />],
        ]}
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
