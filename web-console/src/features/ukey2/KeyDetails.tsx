import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { users } from '@/features/users'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { Ukey2Key } from './api'
import { KeyStatusTag } from './KeyStatusTag'

/** Whose phone a key is in, and what has become of it. */
export function KeyDetails({ ukey }: { ukey: Ukey2Key }) {
  const { t } = useTranslation('ukey2')
  const { user, client } = ukey
  return (
    <Details
      rows={[
        [t('fields.state'), <KeyStatusTag key="state" ukey={ukey} />],
        [
          t('fields.user'),
          user && (
            <Link key="user" to={pathsOf(users).edit(user.id)}>
              {user.name}
            </Link>
          ),
        ],
        [t('fields.platform'), client?.platform],
        [t('fields.phone'), client?.info],
        [t('fields.group'), ukey.domain && refName(ukey.domain)],
        [t('fields.issued'), <ExactTime key="issued" value={ukey.issued_at} />],
        [t('fields.issuedBy'), ukey.issued_by?.name],
        [t('fields.used'), <ExactTime key="used" value={ukey.last_used_at} />],
        [t('fields.revoked'), <ExactTime key="revoked" value={ukey.revoked_at} />],
      ]}
    />
  )
}
