import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { applyServerErrors, issue, nameRule, typedFields } from '@/kit/form'
import { refusalIn, type Refusal } from './refusal'
import styles from './RemoteControl.module.css'
import { useRefusalText } from './useRefusalText'
import type { Credentials } from './useRemoteSession'

const MAX = 64

const schema = z.object({
  login: nameRule(MAX),
  password: z
    .string()
    .min(1, issue('required'))
    .max(MAX, issue('max_length', { max: MAX })),
})

const F = typedFields<Credentials>()

interface Props {
  /** As it is known of the device. */
  login: string | null
  onStart: (credentials: Credentials) => Promise<unknown>
  /** The device cannot be controlled at all. */
  onRefused: (refusal: Refusal) => void
}

/** The login and the password of the device itself. */
export function SignIn({ login, onStart, onRefused }: Props) {
  const { t } = useTranslation('remote-control')
  const refusalText = useRefusalText()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Credentials>({
    resolver: zodResolver(schema),
    defaultValues: { login: login ?? '', password: '' },
  })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus(login ? 'password' : 'login'), [login, setFocus])

  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      await onStart(credentials)
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal) return onRefused(refusal)
      const { rest } = applyServerErrors(error, form)
      if (rest === undefined) return
      setFailure(refusalText(rest))
      form.setFocus('password', { shouldSelect: true })
    }
  })
  return (
    <section className={styles.card} aria-label={t('signIn')}>
      <h2>{t('signIn')}</h2>
      <p className={styles.soft}>{t('signInText')}</p>
      {failure && <Alert type="error" showIcon title={failure} />}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Form layout="vertical" component={false}>
            <F.Text name="login" label={t('login')} isRequired />
            <F.Password name="password" label={t('password')} isRequired autoComplete="off" />
            <Button type="primary" htmlType="submit" size="large" block loading={isSubmitting}>
              {isSubmitting ? t('asking') : t('begin')}
            </Button>
          </Form>
        </form>
      </FormProvider>
    </section>
  )
}
