import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog, knownPasswordRule, typedFields } from '@/kit/form'

const schema = z.object({ password: knownPasswordRule })
const F = typedFields<z.input<typeof schema>>()

interface Props {
  title: string
  text: string
  action: string
  onApprove: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Before a way to sign in is added or taken away: that it is really they. */
export function AskPassword({ title, text, action, onApprove, onClose }: Props) {
  const { t } = useTranslation('profile')
  return (
    <FormDialog
      title={title}
      schema={schema}
      initial={{ password: '' }}
      action={action}
      width={440}
      onClose={onClose}
      onApprove={({ password }) => onApprove(password)}
    >
      <p>{text}</p>
      <br />
      <F.Password
        name="password"
        label={t('password.own')}
        autoComplete="current-password"
        isRequired
      />
    </FormDialog>
  )
}
