import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { groups } from '@/features/groups'
import { Details } from '@/kit/details'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { User } from './api'
import { UserActiveTag } from './UserActiveTag'

/** A user in the side drawer of the list. */
export function UserPreview({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  return (
    <>
      <Details
        rows={[
          [t('fields.state'), <UserActiveTag key="state" isActive={user.is_active} />],
          [t('fields.role'), user.role?.name],
          [
            t('fields.groups'),
            user.domains.map(({ id, name }) => (
              <div key={id}>
                <Link to={pathsOf(groups).edit(id)}>{name}</Link>
              </div>
            )),
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
        <Link to={accessCheckPath({ userId: user.id })}>
          <SafetyCertificateOutlined aria-hidden /> {t('explain')}
        </Link>
      )}
    </>
  )
}
