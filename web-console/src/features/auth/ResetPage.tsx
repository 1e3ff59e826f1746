import { CheckOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { PasswordField } from '@/kit/form/PasswordField'
import { useResetPasswordMutation } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { isOutdated } from './isOutdated'
import { Notice } from './Notice'
import { OutdatedLink } from './OutdatedLink'
import { newPasswordSchema } from './schema'

/** Sets a new password by the link of a mail. */
export default function ResetPage() {
  const { t } = useTranslation('auth')
  const { token = '' } = useParams()
  const [reset] = useResetPasswordMutation()
  const [state, setState] = useState<'asking' | 'done' | 'outdated'>('asking')
  if (state === 'outdated') {
    return (
      <OutdatedLink
        text={t('reset.outdated')}
        links={[{ to: '/password/recovery', text: t('reset.another') }, toLogin(t('toSignIn'))]}
      />
    )
  }
  if (state === 'done') {
    return (
      <Notice
        tone="success"
        icon={CheckOutlined}
        title={t('reset.done')}
        text={t('reset.doneText')}
        links={[toLogin(t('toSignIn'))]}
      />
    )
  }
  return (
    <AuthPage title={t('reset.title')} lead={t('reset.lead')} links={[toLogin(t('toSignIn'))]}>
      <AuthForm
        schema={newPasswordSchema}
        initial={{ password: '' }}
        action={t('reset.set')}
        onSubmit={async ({ password }) => {
          try {
            await reset({ resetPasswordRequestInput: { code: token, password } }).unwrap()
            setState('done')
          } catch (error) {
            if (!isOutdated(error)) throw error
            setState('outdated')
          }
        }}
      >
        <PasswordField name="password" label={t('newPassword')} help={t('passwordHelp')} />
      </AuthForm>
    </AuthPage>
  )
}
