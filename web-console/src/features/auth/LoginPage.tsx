import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate, useSearchParams } from 'react-router'
import { useLoginMutation } from '@/api/auth'
import { errorStatus } from '@/api/errors'
import type { Session as GeneratedSession } from '@/api/generated/endpoints'
import { rememberPreset, signedIn, type Session } from '@/api/session'
import { useErrorText } from '@/kit/errors'
// From their own files: the whole kit of forms is not needed to sign in.
import { PasswordField } from '@/kit/form/PasswordField'
import { TextField } from '@/kit/form/TextField'
import { usePageTitle } from '@/kit/page'
import { AuthLayout } from './AuthLayout'
import styles from './auth.module.css'
import { afterSignIn } from './afterSignIn'
import { loginSchema, type LoginForm } from './schema'

export function LoginPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('signIn'))
  const { form, submit, failure } = useLoginForm()
  const { isSubmitting } = form.formState
  return (
    <AuthLayout>
      <h1 className={styles.title}>{t('signIn')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {failure && <Alert type="error" showIcon title={failure} className={styles.failure} />}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Form layout="vertical" component={false} size="large" requiredMark={false}>
            <TextField name="login" label={t('login')} autoComplete="username" />
            <PasswordField name="password" label={t('password')} autoComplete="current-password" />
            <Controller
              name="remember"
              control={form.control}
              render={({ field: { value, onChange } }) => (
                <Checkbox
                  className={styles.remember}
                  checked={value}
                  onChange={(event) => onChange(event.target.checked)}
                >
                  {t('remember')}
                </Checkbox>
              )}
            />
            <Button type="primary" htmlType="submit" size="large" block loading={isSubmitting}>
              {t('enter')}
            </Button>
          </Form>
        </form>
      </FormProvider>
    </AuthLayout>
  )
}

/** A session is of a project; the contract cannot say so. */
function hasProject(session: GeneratedSession): session is Session {
  return session.project !== null
}

function useLoginForm() {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [login] = useLoginMutation()
  const [failure, setFailure] = useState<string>()
  const form = useForm<LoginForm>({
    resolver: zodResolver(loginSchema),
    defaultValues: { login: '', password: '', remember: rememberPreset.get() },
  })

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const answer = await login({ loginRequestInput: values }).unwrap()
      const sessions = answer.sessions.filter(hasProject)
      rememberPreset.set(values.remember)
      dispatch(signedIn({ sessions, remember: values.remember }))
      void navigate(afterSignIn(sessions.length, params), { replace: true })
    } catch (error) {
      setFailure(errorStatus(error) === 401 ? t('wrong') : errorText(error))
      form.setFocus('password', { shouldSelect: true })
    }
  })
  return { form, submit, failure }
}
