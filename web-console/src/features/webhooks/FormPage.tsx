import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { Deliveries } from './Deliveries'
import { webhooks } from './resource'
import { webhookSchema } from './schema'
import { ShownSecret } from './ShownSecret'
import { WebhookFields } from './WebhookFields'
import { WebhookProblems } from './WebhookProblems'
import { WebhookServer } from './WebhookServer'
import { WebhookStateTag } from './WebhookStateTag'

/** Where the list is mostly seen. */
const SETTINGS = '/general-settings?tab=webhooks'
const paths = pathsOf(webhooks)

/** A webhook: new or edited, with what was sent to it. */
export default function WebhookFormPage() {
  const { id } = useParams()
  return <WebhookForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function WebhookForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const [made, setMade] = useState<{ id: number; secret: string }>()
  const control = useResourceForm(webhooks, id, {
    onSaved: ({ id: savedId, name, secret }) => {
      alerts.success(t('saved', { name }))
      if (secret) setMade({ id: savedId, secret })
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const readOnly = lack(id === undefined ? webhooks.can.create : webhooks.can.update)
  const general = {
    key: 'general',
    label: t('general'),
    fields: Object.keys(webhookSchema.shape),
    content: (
      <ReadOnly why={readOnly}>
        {row && <WebhookProblems webhook={row} />}
        <WebhookFields row={row} />
      </ReadOnly>
    ),
  }
  const ofRow = row && [
    {
      key: 'server',
      label: t('server.tab'),
      fields: [],
      content: <WebhookServer webhook={row} why={readOnly} />,
    },
    {
      key: 'deliveries',
      label: t('deliveries.tab'),
      fields: [],
      content: <Deliveries webhook={row} why={readOnly} />,
    },
  ]
  return (
    <>
      <FormPage
        control={control}
        title={control.isNew ? t('new') : (row?.name ?? t('title'))}
        note={row && <WebhookStateTag webhook={row} />}
        backTo={SETTINGS}
        disabled={readOnly}
        tabs={[general, ...(ofRow ?? [])]}
      />
      {made && (
        <ShownSecret
          secret={made.secret}
          onClose={() => {
            setMade(undefined)
            void navigate(paths.edit(made.id))
          }}
        />
      )}
    </>
  )
}
