import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoginMutation } from '@/api/auth'
import { errorBody, errorStatus } from '@/api/errors'
import { rememberPreset } from '@/api/session'
import { useErrorText } from '@/kit/errors'
// From its own file: the whole kit of forms is not needed to sign in.
import { useFieldMessage } from '@/kit/form/useFieldMessage'
import {
  NativeAlert,
  NativeButton,
  NativeCheckbox,
  NativePasswordField,
  NativeTextField,
} from '@/kit/native'
import { checkCredentials, type Credentials, type CredentialErrors } from './credentials'
import type { SecondFactorDemand } from './signInApi'
import styles from './auth.module.css'
import { useSignIn } from './useSignIn'

interface Props {
  /** The password was right, and the account wants more. */
  onDemand: (demand: SecondFactorDemand, remember: boolean) => void
}

/** Login and password, by hand and of native controls: nobody waits for antd or zod to sign in. */
export function PasswordForm({ onDemand }: Props) {
  const { t } = useTranslation('auth')
  const message = useFieldMessage()
  const [values, setValues] = useState<Credentials>({ login: '', password: '' })
  const [remember, setRemember] = useState(rememberPreset.get())
  const form = useRef<HTMLFormElement>(null)
  const { errors, failure, isLoading, submit } = useSubmit(form, onDemand)
  const field = (name: keyof Credentials) => ({
    name,
    value: values[name],
    error: errors[name] === undefined ? undefined : message(errors[name]),
    onChange: (text: string) => setValues((earlier) => ({ ...earlier, [name]: text })),
  })
  return (
    <>
      {failure !== undefined && <NativeAlert text={failure} className={styles.failure} />}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(values, remember)
        }}
      >
        <NativeTextField {...field('login')} label={t('login')} autoComplete="username" />
        <NativePasswordField
          {...field('password')}
          label={t('password')}
          autoComplete="current-password"
        />
        <NativeCheckbox
          className={styles.remember}
          label={t('remember')}
          isChecked={remember}
          onChange={setRemember}
        />
        <NativeButton type="submit" variant="primary" isLarge isBlock isLoading={isLoading}>
          {t('enter')}
        </NativeButton>
      </form>
    </>
  )
}

/** Checks, asks the server, and puts what was wrong where it belongs. */
function useSubmit(form: RefObject<HTMLFormElement | null>, onDemand: Props['onDemand']) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const [login, { isLoading }] = useLoginMutation()
  const signIn = useSignIn()
  const [errors, setErrors] = useState<CredentialErrors>({})
  const [failure, setFailure] = useState<string>()

  const focus = (name: keyof Credentials) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.select()
  const refuse = (wrong: CredentialErrors) => {
    setErrors(wrong)
    focus(wrong.login === undefined ? 'password' : 'login')
  }

  const submit = async (values: Credentials, remember: boolean) => {
    if (isLoading) return
    const { wrong, input } = checkCredentials(values)
    setFailure(undefined)
    setErrors({})
    if (wrong) return refuse(wrong)
    try {
      const answer = await login({ loginRequestInput: { ...input, remember } }).unwrap()
      const demand = signIn(answer, remember)
      if (demand) onDemand(demand, remember)
    } catch (error) {
      const { login: wrongLogin, password } = errorBody(error)?.data?.fields ?? {}
      if (wrongLogin !== undefined || password !== undefined) {
        return refuse({ login: wrongLogin, password })
      }
      // 401 is also said of an outdated token; here it can only be the password.
      setFailure(errorStatus(error) === 401 ? t('wrong') : errorText(error))
      focus('password')
    }
  }
  return { errors, failure, isLoading, submit }
}
