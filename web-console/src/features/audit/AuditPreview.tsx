import { useTranslation } from 'react-i18next'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import type { AuditEvent } from './api'
import { Difference } from './Difference'
import { useAuditWords } from './useAuditWords'

/** An event of the log in the side drawer. */
export function AuditPreview({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('audit')
  const { actionOf, resourceOf, whoOf } = useAuditWords()
  return (
    <>
      <Difference event={event} />
      <br />
      <Details
        rows={[
          [t('fields.at'), <ExactTime key="at" value={event.at} />],
          [t('fields.who'), whoOf(event)],
          [t('fields.ip'), event.ip],
          [t('fields.action'), actionOf(event.action)],
          [t('fields.resource'), resourceOf(event.resource)],
          [t('fields.name'), event.resource_name],
          [t('fields.number'), event.id],
          [
            t('fields.request'),
            <span key="request" className="mono">
              {event.request_id}
            </span>,
          ],
        ]}
      />
    </>
  )
}
