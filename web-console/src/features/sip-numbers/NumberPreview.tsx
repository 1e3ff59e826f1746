import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { forwardRules } from '@/features/forward-rules'
import { groups } from '@/features/groups'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import { useSipNumberLive, type SipNumber } from './api'
import { ActiveTag, RegisteredTag } from './NumberTags'
import { OwnerName } from './OwnerName'

/** A virtual number in the side drawer of the list, with whether a phone is there now. */
export function NumberPreview({ number }: { number: SipNumber }) {
  const { t } = useTranslation(['sip-numbers', 'common'])
  const { data: live } = useSipNumberLive(number.id)
  const { domain, forward_group: rule } = number
  const mode = t(`options.modes.${number.forward_mode ?? 'disabled'}`)
  const yesNo = (value: boolean) => (value ? t('common:yes') : t('common:no'))
  return (
    <Details
      rows={[
        [
          t('fields.registered'),
          <RegisteredTag key="registered" isRegistered={live?.is_registered ?? null} />,
        ],
        [t('fields.state'), <ActiveTag key="active" number={number} />],
        [t('fields.owner'), <OwnerName key="owner" number={number} isLink />],
        [
          t('fields.group'),
          domain && (
            <Link key="group" to={pathsOf(groups).edit(domain.id)}>
              {refName(domain)}
            </Link>
          ),
        ],
        [
          t('fields.forwarding'),
          number.forward_mode === 'picked' && rule ? (
            <Link key="rule" to={pathsOf(forwardRules).edit(rule.id)}>
              {refName(rule)}
            </Link>
          ) : (
            mode
          ),
        ],
        [t('fields.reserved'), yesNo(number.is_reserved)],
        [t('fields.system'), yesNo(number.is_system)],
        [t('fields.createdBy'), number.created_by_user?.name],
        [t('fields.created'), <ExactTime key="created" value={number.created_at} />],
        [t('fields.updated'), <ExactTime key="updated" value={number.updated_at} />],
      ]}
    />
  )
}
