import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/kit/errors'
import { askForPasskey, PasskeyRefused } from '@/kit/passkey'
import { useLoginPasskeyMutation, useStartPasskeyLoginMutation } from './signInApi'
import { useSignIn } from './useSignIn'

/** Signs in with a passkey: alone, or as the second factor that a ticket asks for. */
export function usePasskeySignIn(
  onFailed: (text: string | undefined) => void,
  wanted?: URLSearchParams,
) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const signIn = useSignIn()
  const [begin] = useStartPasskeyLoginMutation()
  const [finish] = useLoginPasskeyMutation()
  const [isLoading, setLoading] = useState(false)

  const start = async (ticket: string | null, remember: boolean) => {
    onFailed(undefined)
    setLoading(true)
    try {
      const { state, options } = await begin({ startPasskeyLoginRequestInput: { ticket } }).unwrap()
      const credential = await askForPasskey(options)
      const answer = await finish({
        loginPasskeyRequestInput: { state, credential, remember },
      }).unwrap()
      signIn(answer, remember, wanted)
    } catch (error) {
      onFailed(error instanceof PasskeyRefused ? t('passkey.refused') : errorText(error))
    } finally {
      setLoading(false)
    }
  }
  return { start, isLoading }
}
