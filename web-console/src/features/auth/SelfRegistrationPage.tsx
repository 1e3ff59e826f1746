import { MailOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { errorStatus } from '@/api/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import { TextField } from '@/kit/form/TextField'
import { useGetSelfRegistrationQuery } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { Notice } from './Notice'
import { OutdatedLink } from './OutdatedLink'
import { codeSchema } from './schema'
import { SelfRegistrationForm } from './SelfRegistrationForm'

/** Somebody registers themselves, and their object, by the invitation code of a project. */
export default function SelfRegistrationPage() {
  const { token } = useParams()
  return token ? <Offer key={token} code={token} /> : <AskForCode />
}

function AskForCode() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  return (
    <AuthPage title={t('self.title')} lead={t('self.codeLead')} links={[toLogin(t('toSignIn'))]}>
      <AuthForm
        schema={codeSchema}
        initial={{ code: '' }}
        action={t('self.next')}
        onSubmit={async ({ code }) => navigate(`/self-registration/${encodeURIComponent(code)}`)}
      >
        <TextField name="code" label={t('self.code')} isCode />
      </AuthForm>
    </AuthPage>
  )
}

function Offer({ code }: { code: string }) {
  const { t } = useTranslation('auth')
  const { data, error, refetch } = useGetSelfRegistrationQuery({ code })
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) {
    return (
      <Notice
        tone="success"
        icon={MailOutlined}
        title={t('self.sent')}
        text={t('self.sentText', { email: sentTo })}
        links={[toLogin(t('toSignIn'))]}
      />
    )
  }
  const status = errorStatus(error)
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    return (
      <OutdatedLink
        text={t('self.wrongCode')}
        links={[{ to: '/self-registration', text: t('self.otherCode') }, toLogin(t('toSignIn'))]}
      />
    )
  }
  if (!data) {
    return (
      <AuthPage title={t('self.title')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading title={false} paragraph={{ rows: 6 }} />
        )}
      </AuthPage>
    )
  }
  return <SelfRegistrationForm code={code} offer={data} onSent={setSentTo} />
}
