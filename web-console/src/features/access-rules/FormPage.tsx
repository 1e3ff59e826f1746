import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { accessCheckPath } from '@/features/access-check'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AccessRuleFields } from './AccessRuleFields'
import { accessRules } from './resource'
import { RuleImpact } from './RuleImpact'
import { accessRuleSchema } from './schema'

const paths = pathsOf(accessRules)

/** An access rule: new, or edited. */
export default function AccessRuleFormPage() {
  const { id } = useParams()
  return <AccessRuleForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function AccessRuleForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['access-rules', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(accessRules, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const mayEdit = meets(id === undefined ? accessRules.can.create : accessRules.can.update)
  const readOnly = !mayEdit && t('common:noRight')
  const [door] = control.row?.devices ?? []
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (control.row?.name ?? t('title'))}
      backTo={paths.list}
      disabled={readOnly}
      actions={
        door && (
          <Button
            icon={<SafetyCertificateOutlined />}
            onClick={() =>
              void navigate(accessCheckPath({ deviceId: door.id, lock: door.lock_number }))
            }
          >
            {t('explain')}
          </Button>
        )
      }
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(accessRuleSchema.shape),
          content: (
            <>
              <AccessRuleFields readOnly={readOnly} />
              {mayEdit && <RuleImpact id={id} />}
            </>
          ),
        },
      ]}
    />
  )
}
