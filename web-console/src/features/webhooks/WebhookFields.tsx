import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { useListWebhookEventsQuery, type Webhook } from './api'
import type { WebhookForm } from './schema'
import { useEventName } from './useEventName'

const F = typedFields<WebhookForm>()
const source = pickerOf(groups)

/** The server, and what it gets. */
export function WebhookFields({ row }: { row: Webhook | undefined }) {
  const { t } = useTranslation('webhooks')
  const eventName = useEventName()
  const { data } = useListWebhookEventsQuery(undefined)
  // What it has stays on offer, also for somebody who may not choose it.
  const offered = (data?.items ?? []).filter(
    ({ name, is_permitted }) => is_permitted || row?.events.includes(name),
  )
  return (
    <>
      <FieldGrid title={t('sections.server')} text={t('sections.serverText')}>
        <F.Text name="name" label={t('fields.name')} maxLength={31} isRequired />
        <F.Switch name="is_enabled" label={t('fields.enabled')} />
        <F.Text
          name="url"
          label={t('fields.url')}
          help={t('help.url')}
          placeholder="https://crm.example.com/vestibule"
          isCode
          isRequired
          isWide
        />
      </FieldGrid>
      <FieldGrid title={t('sections.events')} text={t('sections.eventsText')}>
        <F.Select
          name="events"
          label={t('fields.events')}
          help={t('help.events')}
          options={offered.map(({ name }) => ({ value: name, label: eventName(name) }))}
          isMultiple
          isRequired
          isWide
        />
        <F.Ref name="domain" label={t('fields.domain')} help={t('help.domain')} source={source} />
      </FieldGrid>
    </>
  )
}
