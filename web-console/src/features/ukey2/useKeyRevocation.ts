import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { type Ukey2Key, useRevokeUkey2KeyMutation } from './api'

/** Revokes a key after a confirmation: nothing makes it count again. */
export function useKeyRevocation() {
  const { t } = useTranslation('ukey2')
  const attempt = useAttempt()
  const [revoke, { isLoading }] = useRevokeUkey2KeyMutation()

  const revokeKey = async ({ id, name, user }: Ukey2Key) => {
    const words = { name, user: user?.name ?? '—' }
    const question = {
      title: t('revocation.title', words),
      text: t('revocation.text'),
      action: t('revocation.action'),
    }
    await attempt(async () => {
      await revoke({ id, body: {} }).unwrap()
      return t('revocation.done', words)
    }, question)
  }
  return { revokeKey, isRevoking: isLoading }
}
