import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { FeatureLack, groups } from '@/features/groups'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, FormPage, ReadOnly, typedFields, useResourceForm } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import { QueueEditor } from './queues/QueueEditor'
import { forwardRules } from './resource'
import { forwardRuleSchema, type ForwardRuleForm } from './schema'

const paths = pathsOf(forwardRules)
const F = typedFields<ForwardRuleForm>()
const groupSource = pickerOf(groups)

/** A forward rule: new or edited. */
export default function ForwardRuleFormPage() {
  const { id } = useParams()
  return <RuleForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function RuleForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('forward-rules')
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const control = useResourceForm(forwardRules, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const readOnly = lack(id === undefined ? forwardRules.can.create : forwardRules.can.update)
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      backTo={paths.list}
      disabled={readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(forwardRuleSchema.shape),
          content: (
            <ReadOnly why={readOnly}>
              <FieldGrid>
                <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
                <F.Ref
                  name="domain"
                  label={t('fields.group')}
                  help={t('help.group')}
                  source={groupSource}
                />
                <FeatureLack name="domain" feature="sip" />
              </FieldGrid>
              <QueueEditor name="forward_rules" />
            </ReadOnly>
          ),
        },
      ]}
    />
  )
}
