import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AlertActions } from './AlertActions'
import { AlertFields } from './AlertFields'
import { isLive } from './board'
import { NamesNothing } from './NamesNothing'
import { ALERT_TOPIC } from './realtime'
import { emergencyAlerts } from './resource'
import { RunTag } from './RunTag'
import { alertSchema } from './schema'

const paths = pathsOf(emergencyAlerts)

/** An alert: new, or edited. */
export default function AlertFormPage() {
  const { id } = useParams()
  return <AlertForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function AlertForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('emergency-alerts')
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const control = useResourceForm(emergencyAlerts, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  useTopic(ALERT_TOPIC)
  const readOnly =
    lack(id === undefined ? emergencyAlerts.can.create : emergencyAlerts.can.update) ||
    (isLive(row?.run) && t('runs'))
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      actions={row && <AlertActions alert={row} />}
      note={
        isLive(row?.run) ? <RunTag run={row?.run ?? null} /> : row && <NamesNothing alert={row} />
      }
      backTo={paths.list}
      disabled={readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(alertSchema.shape),
          content: (
            <ReadOnly why={readOnly}>
              <AlertFields />
            </ReadOnly>
          ),
        },
      ]}
    />
  )
}
