import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useDateFormat } from '@/kit/time'
import { presetValues } from './presets'
import { timeRules } from './resource'
import { SchedulePreview } from './SchedulePreview'
import { timeRuleSchema } from './schema'
import styles from './time-rules.module.css'
import { TimeRuleFields } from './TimeRuleFields'
import { UsedBySection } from './UsedBy'

const paths = pathsOf(timeRules)

/** A schedule: new, or edited. */
export default function TimeRuleFormPage() {
  const { id } = useParams()
  return <TimeRuleForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function TimeRuleForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['time-rules', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const { at } = useDateFormat()
  const errorText = useErrorText()
  const [today] = useState(() => at(new Date()).format('YYYY-MM-DD'))
  const control = useResourceForm(timeRules, id, {
    initial: presetValues('weekdays', today),
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const mayEdit = meets(id === undefined ? timeRules.can.create : timeRules.can.update)
  const readOnly = !mayEdit && t('common:noRight')
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
          fields: Object.keys(timeRuleSchema.shape),
          content: (
            <div className={styles.columns}>
              <div>
                <TimeRuleFields readOnly={readOnly} />
              </div>
              <div className={styles.aside}>
                <SchedulePreview />
                {control.row && <UsedBySection rules={control.row.access_rules} />}
              </div>
            </div>
          ),
        },
      ]}
    />
  )
}
