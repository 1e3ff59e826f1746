import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { groups } from '@/features/groups'
import { Details } from '@/kit/details'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { CallParty, HistoryCall } from './api'
import { CallStatusTag, Duration, SosTag } from './CallTags'
import { Party } from './Party'

/** A call in the side drawer of the list. */
export function CallPreview({ call }: { call: HistoryCall }) {
  const { t } = useTranslation('call-history')
  return (
    <Details
      rows={[
        [t('fields.when'), <ExactTime key="when" value={call.created_at} />],
        [t('fields.status'), <CallStatusTag key="status" status={call.status} />],
        [t('fields.duration'), <Duration key="duration" seconds={call.duration} />],
        [t('fields.from'), <Party key="from" party={call.from} />],
        [t('fields.fromGroup'), <Group key="fromGroup" party={call.from} />],
        [t('fields.to'), <Party key="to" party={call.to} />],
        [t('fields.toGroup'), <Group key="toGroup" party={call.to} />],
        [t('fields.answeredBy'), <Party key="by" party={call.answered_by} />],
        [t('fields.type'), call.type && t(`options.types.${call.type}`)],
        [t('sos'), call.is_sos ? <SosTag key="sos" /> : null],
        [t('fields.id'), call.id],
      ]}
    />
  )
}

function Group({ party }: { party: CallParty | null }) {
  const group = party?.domain
  return group ? <Link to={pathsOf(groups).of(group.id)}>{group.name}</Link> : <>—</>
}
