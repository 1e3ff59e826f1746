import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined'
import LoginOutlined from '@ant-design/icons-svg/es/asn/LoginOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { rememberPreset } from '@/api/session'
import { useErrorText } from '@/kit/errors'
import { Glyph, NativeAlert, NativeButton } from '@/kit/native'
import { isPasskeySupported } from '@/kit/passkey'
import { redirectTarget } from '@/kit/redirects'
import { useListIdentityProvidersQuery, useStartProviderLoginMutation } from './signInApi'
import styles from './auth.module.css'
import { keepAttempt } from './providerAttempt'
import { usePasskeySignIn } from './usePasskeySignIn'

/** Signing in without a password: by a passkey, or by a provider of a project. */
export function OtherWays() {
  const { t } = useTranslation('auth')
  const [params] = useSearchParams()
  const [failure, setFailure] = useState<string>()
  const passkey = usePasskeySignIn(setFailure)
  const provider = useProvider(setFailure)
  const { data } = useListIdentityProvidersQuery({ project: params.get('project') ?? undefined })
  const providers = data?.items ?? []
  if (!isPasskeySupported() && providers.length === 0) return null
  return (
    <>
      <div className={styles.or} role="separator">
        {t('or')}
      </div>
      {failure && <NativeAlert text={failure} className={styles.failure} />}
      <div className={styles.ways}>
        {isPasskeySupported() && (
          <NativeButton
            isLarge
            isBlock
            icon={<Glyph of={KeyOutlined} />}
            isLoading={passkey.isLoading}
            onClick={() => void passkey.start(null, rememberPreset.get())}
          >
            {t('passkey.signIn')}
          </NativeButton>
        )}
        {providers.map(({ id, name, project_name }) => (
          <NativeButton
            key={id}
            isLarge
            isBlock
            icon={<Glyph of={LoginOutlined} />}
            title={project_name}
            isLoading={provider.leavingFor === id}
            onClick={() => void provider.start(id, redirectTarget(params))}
          >
            {t('provider.signIn', { name })}
          </NativeButton>
        ))}
      </div>
    </>
  )
}

/** Leaves for a provider; it sends the browser back to the callback page. */
function useProvider(onFailed: (text: string | undefined) => void) {
  const errorText = useErrorText()
  const [start] = useStartProviderLoginMutation()
  const [leavingFor, setLeavingFor] = useState<number>()
  return {
    leavingFor,
    start: async (id: number, wanted: string) => {
      onFailed(undefined)
      setLeavingFor(id)
      const remember = rememberPreset.get()
      try {
        const { url, state } = await start({ id, body: { remember } }).unwrap()
        keepAttempt({ state, remember, wanted })
        location.assign(url)
      } catch (error) {
        setLeavingFor(undefined)
        onFailed(errorText(error))
      }
    },
  }
}
