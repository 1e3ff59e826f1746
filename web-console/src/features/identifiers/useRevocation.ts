import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { type Identifier, useRevokeIdentifierMutation } from './api'

/** Revokes an identifier after a confirmation: nothing makes it count again. */
export function useRevocation() {
  const { t } = useTranslation('identifiers')
  const attempt = useAttempt()
  const [revoke, { isLoading }] = useRevokeIdentifierMutation()

  const revokeIdentifier = async ({ id, name }: Identifier) => {
    const question = {
      title: t('revocation.title', { name }),
      text: t('revocation.text'),
      action: t('revocation.action'),
    }
    await attempt(async () => {
      await revoke({ id, body: {} }).unwrap()
      return t('revocation.done', { name })
    }, question)
  }
  return { revokeIdentifier, isRevoking: isLoading }
}
