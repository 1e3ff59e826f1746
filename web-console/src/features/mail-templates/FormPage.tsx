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
import { MailPreview } from './MailPreview'
import { MailTemplateFields } from './MailTemplateFields'
import { mailTemplates } from './resource'
import { mailTemplateSchema, type MailTemplateForm } from './schema'
import { SendButton } from './SendButton'
import styles from './mail-templates.module.css'
import { useTypeWords } from './useTypeWords'

const SETTINGS = '/general-settings?tab=mailTemplates'

/** A template: new (of `?group=`), or edited. */
export default function MailTemplateFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const groupId = Number(params.get('group')) || undefined
  const group = groups.api.useGet(groupId ?? 0, { skip: groupId === undefined })
  if (group.isLoading) return <Loading />
  return <TemplateForm key={id ?? 'new'} id={id ? Number(id) : undefined} group={group.data} />
}

function TemplateForm({ id, group }: { id: number | undefined; group: Ref | undefined }) {
  const { t } = useTranslation(['mail-templates', 'common'])
  const navigate = useNavigate()
  const lack = useLack()
  const words = useTypeWords()
  const errorText = useErrorText()
  const backTo = (groupId: number | undefined) =>
    groupId ? `/groups/${groupId}/edit?tab=mailTemplates` : SETTINGS
  const control = useResourceForm(mailTemplates, id, {
    initial: group && { domain: { id: group.id, name: group.name } },
    onSaved: ({ domain }) => {
      alerts.success(t('saved'))
      if (id === undefined) void navigate(backTo(domain?.id))
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const values = useWatch({ control: control.form.control }) as MailTemplateForm
  const why = lack(needOf(values.domain?.id ?? null))
  const readOnly = why && (values.domain === null ? t('chooseGroup') : why)
  // Taking it out of its place needs the right to that place.
  const kept = control.row !== undefined && lack(needOf(control.row.domain?.id ?? null))
  return (
    <FormPage
      control={control}
      title={control.row ? words(control.row.mail_type_id) : t('new')}
      note={t('editNote')}
      backTo={backTo(control.row?.domain?.id ?? group?.id)}
      disabled={kept || readOnly}
      actions={<SendButton values={values} />}
      tabs={[
        {
          key: 'general',
          label: t('text'),
          fields: Object.keys(mailTemplateSchema.shape),
          content: (
            <div className={styles.columns}>
              <ReadOnly why={kept}>
                <MailTemplateFields isNew={control.isNew} />
              </ReadOnly>
              <MailPreview values={values} />
            </div>
          ),
        },
      ]}
    />
  )
}
