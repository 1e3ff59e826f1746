import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Ref } from '@/api/types'
import { groups } from '@/features/groups'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { Loading } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { needOf } from './access'
import { IntegrationFields } from './IntegrationFields'
import { integrations } from './resource'
import { INTEGRATION_PARTS } from './schema'

/** Where the list is mostly seen. */
const SETTINGS = '/general-settings?tab=integrations'

/** Another system: new (of `?group=`), or edited. */
export default function IntegrationFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const groupId = Number(params.get('group')) || undefined
  const group = groups.api.useGet(groupId ?? 0, { skip: groupId === undefined })
  if (group.isLoading) return <Loading />
  return <IntegrationForm key={id ?? 'new'} id={id ? Number(id) : undefined} group={group.data} />
}

function IntegrationForm({ id, group }: { id: number | undefined; group: Ref | undefined }) {
  const { t } = useTranslation(['integrations', 'common'])
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const control = useResourceForm(integrations, id, {
    initial: group && { domain: { id: group.id, name: group.name } },
    onSaved: ({ name, domain_id }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(backTo(domain_id))
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const domain = useWatch({ control: control.form.control, name: 'domain' })
  const backTo = (groupId: number | null | undefined) =>
    groupId ? `/groups/${groupId}/edit?tab=integrations` : SETTINGS
  const why = lack(needOf(domain?.id ?? null))
  const readOnly = why && (domain === null ? t('chooseGroup') : why)
  // Taking it out of its place needs the right to that place.
  const kept = control.row !== undefined && lack(needOf(control.row.domain_id))
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      note={control.isNew ? undefined : (control.row?.domain?.name ?? t('project'))}
      backTo={backTo(control.row?.domain_id ?? group?.id)}
      disabled={kept || readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: INTEGRATION_PARTS,
          content: (
            <ReadOnly why={kept}>
              <IntegrationFields isNew={control.isNew} />
            </ReadOnly>
          ),
        },
      ]}
    />
  )
}
