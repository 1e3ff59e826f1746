import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { FormDialog, issue, NewPasswordField } from '@/kit/form'
import { useSetUserPasswordMutation, type User } from './api'
import { MAX_PASSWORD, MIN_PASSWORD } from './schema'

const schema = z.object({
  new_password: z
    .string()
    .min(1, issue('required'))
    .min(MIN_PASSWORD, issue('min_length', { min: MIN_PASSWORD }))
    .max(MAX_PASSWORD, issue('max_length', { max: MAX_PASSWORD })),
})

interface Props {
  user: User
  onClose: () => void
}

/** Gives a user a new password; wherever they are signed in, they are signed out. */
export function PasswordDialog({ user, onClose }: Props) {
  const { t } = useTranslation('users')
  const [setPassword] = useSetUserPasswordMutation()
  return (
    <FormDialog
      title={t('password.title', { name: user.name })}
      schema={schema}
      initial={{ new_password: '' }}
      action={t('password.set')}
      width={440}
      onClose={onClose}
      onApprove={async (body) => {
        await setPassword({ id: user.id, body }).unwrap()
        alerts.success(t('password.done', { name: user.name }))
      }}
    >
      <p>{t('password.text')}</p>
      <br />
      <NewPasswordField name="new_password" label={t('password.new')} isRequired />
    </FormDialog>
  )
}
