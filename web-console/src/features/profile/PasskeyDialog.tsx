import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { FormDialog, knownPasswordRule, nameRule, typedFields } from '@/kit/form'
import { makePasskey, PasskeyRefused } from '@/kit/passkey'
import { useAddPasskeyMutation, useStartPasskeyMutation } from './api'

const schema = z.object({ name: nameRule(100), password: knownPasswordRule })
const F = typedFields<z.input<typeof schema>>()

/** A new passkey: the password, a name, and what the browser asks for. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const [start] = useStartPasskeyMutation()
  const [add] = useAddPasskeyMutation()

  const approve = async ({ name, password }: z.output<typeof schema>) => {
    const { state, options } = await start({ startPasskeyRequestInput: { password } }).unwrap()
    try {
      const credential = await makePasskey(options)
      await add({ addPasskeyRequestInput: { state, name, credential } }).unwrap()
      alerts.success(t('passkeys.done', { name }))
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error
      alerts.warning(t('passkeys.refused'))
    }
  }
  return (
    <FormDialog
      title={t('passkeys.add')}
      schema={schema}
      initial={{ name: '', password: '' }}
      action={t('next')}
      width={440}
      onClose={onClose}
      onApprove={approve}
    >
      <F.Text
        name="name"
        label={t('passkeys.name')}
        help={t('passkeys.nameHelp')}
        maxLength={100}
        isRequired
      />
      <F.Password
        name="password"
        label={t('password.own')}
        autoComplete="current-password"
        isRequired
      />
    </FormDialog>
  )
}
