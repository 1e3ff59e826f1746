import { useTranslation } from 'react-i18next'
import { FormDialog, typedFields } from '@/kit/form'
import { useCreateOwnTokenMutation } from './api'
import { emptyOwn, ownSchema, PRESETS, toOwnBody, type OwnForm } from './schema'
import { ScopeFields } from './TokenFields'

const F = typedFields<OwnForm>()

interface Props {
  /** With the token itself, which the server says once. */
  onMade: (token: string) => void
  onClose: () => void
}

/** A new token of one's own. */
export function OwnTokenDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation('tokens')
  const [create] = useCreateOwnTokenMutation()
  return (
    <FormDialog
      title={t('add')}
      schema={ownSchema}
      initial={emptyOwn}
      action={t('make')}
      width={480}
      onClose={onClose}
      onApprove={async (values) => {
        const createOwnTokenRequestInput = toOwnBody(values, new Date())
        onMade((await create({ createOwnTokenRequestInput }).unwrap()).token)
      }}
    >
      <F.Text name="name" label={t('fields.name')} help={t('nameNote')} maxLength={31} isRequired />
      <ScopeFields presets={PRESETS} />
    </FormDialog>
  )
}
