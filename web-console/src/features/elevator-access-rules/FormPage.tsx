import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { users } from '@/features/users'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, FormPage, typedFields, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { pathsOf } from '@/kit/resource'
import type { ElevatorAccessRule } from './api'
import { ElevatorsField } from './ElevatorsField'
import { elevatorAccessRules } from './resource'
import { elevatorAccessRuleSchema, type ElevatorAccessRuleForm } from './schema'
import { Sentence } from './Sentence'

const paths = pathsOf(elevatorAccessRules)
const F = typedFields<ElevatorAccessRuleForm>()
const userSource = pickerOf(users)

/** Who may go to which floors: a new rule, or one that is edited. */
export default function ElevatorAccessRuleFormPage() {
  const { id } = useParams()
  return <RuleForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function RuleForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['elevator-access-rules', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(elevatorAccessRules, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { can } = elevatorAccessRules
  const readOnly = !meets(id === undefined ? can.create : can.update) && t('common:noRight')
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
          fields: Object.keys(elevatorAccessRuleSchema.shape),
          content: <RuleFields id={id} row={control.row} readOnly={readOnly} />,
        },
      ]}
    />
  )
}

interface FieldsProps {
  id: number | undefined
  row: ElevatorAccessRule | undefined
  readOnly: string | false
}

function RuleFields({ id, row, readOnly }: FieldsProps) {
  const { t } = useTranslation('elevator-access-rules')
  const values = useWatch<ElevatorAccessRuleForm>() as ElevatorAccessRuleForm
  return (
    <>
      <Sentence rule={values} />
      <FieldGrid>
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Ref
          name="users"
          label={t('fields.users')}
          help={t('help.users')}
          source={userSource}
          isMultiple
          isRequired
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.floors')} text={t('sections.floorsText')}>
        <ElevatorsField
          name="elevators"
          label={t('fields.elevators')}
          isRequired
          isWide
          disabled={readOnly}
          ruleId={id}
          known={row?.elevators ?? []}
        />
      </FieldGrid>
      <FieldGrid>
        <F.TextArea
          name="description"
          label={t('fields.description')}
          rows={2}
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
    </>
  )
}
