import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { groups } from '@/features/groups'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { SipTrunk } from './api'
import { useReason } from './reasons'
import { TrunkStatusTag } from './TrunkStatusTag'

/** A trunk in the side drawer of the list. */
export function TrunkPreview({ trunk }: { trunk: SipTrunk }) {
  const { t } = useTranslation(['sip-trunks', 'common'])
  const reason = useReason(trunk.status_message)
  return (
    <Details
      rows={[
        [t('fields.status'), <TrunkStatusTag key="status" trunk={trunk} />],
        [t('fields.message'), reason],
        [
          t('fields.outgoing'),
          <span key="number" className="mono">
            {trunk.outgoing_number}
          </span>,
        ],
        [
          t('fields.provider'),
          <span key="provider" className="mono">
            {trunk.termination_uri}
          </span>,
        ],
        [t('fields.registers'), trunk.is_registration_enabled ? t('common:yes') : t('common:no')],
        [t('fields.login'), trunk.login],
        [
          t('fields.groups'),
          trunk.domains.map((group) => (
            <div key={group.id}>
              <Link to={pathsOf(groups).edit(group.id)}>{refName(group)}</Link>
            </div>
          )),
        ],
        [t('fields.createdBy'), trunk.created_by_user?.name],
        [t('fields.created'), <ExactTime key="created" value={trunk.created_at} />],
        [t('fields.updated'), <ExactTime key="updated" value={trunk.updated_at} />],
      ]}
    />
  )
}
