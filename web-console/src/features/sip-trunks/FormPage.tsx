import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { sipTrunks } from './resource'
import { sipTrunkSchema } from './schema'
import { TrunkFields } from './TrunkFields'
import { TrunkStatusTag } from './TrunkStatusTag'

const paths = pathsOf(sipTrunks)

/** A trunk: new or edited. */
export default function SipTrunkFormPage() {
  const { id } = useParams()
  return <SipTrunkForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function SipTrunkForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('sip-trunks')
  const navigate = useNavigate()
  const lack = useLack()
  const errorText = useErrorText()
  const control = useResourceForm(sipTrunks, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const readOnly = lack(id === undefined ? sipTrunks.can.create : sipTrunks.can.update)
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      note={row && <TrunkStatusTag trunk={row} />}
      backTo={paths.list}
      disabled={readOnly}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(sipTrunkSchema.shape),
          content: (
            <ReadOnly why={readOnly}>
              <TrunkFields />
            </ReadOnly>
          ),
        },
      ]}
    />
  )
}
