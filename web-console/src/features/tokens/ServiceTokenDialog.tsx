import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { roles } from '@/features/roles'
import { FormDialog, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { useCreateServiceTokenMutation } from './api'
import {
  emptyService,
  SERVICE_PRESETS,
  serviceSchema,
  toServiceBody,
  type ServiceForm,
} from './schema'
import { ScopeFields } from './TokenFields'

const F = typedFields<ServiceForm>()
const roleSource = pickerOf(roles)
const groupSource = pickerOf(groups)

interface Props {
  /** With the token itself, which the server says once. */
  onMade: (token: string) => void
  onClose: () => void
}

/** A new token of the project. */
export function ServiceTokenDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation('tokens')
  const [create] = useCreateServiceTokenMutation()
  return (
    <FormDialog
      title={t('service.add')}
      schema={serviceSchema}
      initial={emptyService}
      action={t('make')}
      width={480}
      onClose={onClose}
      onApprove={async (values) => {
        const createServiceTokenRequestInput = toServiceBody(values, new Date())
        onMade((await create({ createServiceTokenRequestInput }).unwrap()).token)
      }}
    >
      <F.Text name="name" label={t('fields.name')} help={t('nameNote')} maxLength={31} isRequired />
      <F.Ref
        name="role"
        label={t('fields.role')}
        help={t('service.roleNote')}
        source={roleSource}
        isRequired
      />
      <F.Ref
        name="domains"
        label={t('fields.groups')}
        help={t('service.groupsNote')}
        source={groupSource}
        isMultiple
      />
      <ScopeFields presets={SERVICE_PRESETS} />
    </FormDialog>
  )
}
