import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { type Identifier, useRevokeIdentifierMutation } from './api'

/** Revokes an identifier after a confirmation: nothing makes it count again. */
export function useRevocation() {
  const { t } = useTranslation('identifiers')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [revoke, { isLoading }] = useRevokeIdentifierMutation()

  const revokeIdentifier = async ({ id, name }: Identifier) => {
    const isSure = await confirm({
      title: t('revocation.title', { name }),
      text: t('revocation.text'),
      action: t('revocation.action'),
    })
    if (!isSure) return
    try {
      await revoke({ id, body: {} }).unwrap()
      alerts.success(t('revocation.done', { name }))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return { revokeIdentifier, isRevoking: isLoading }
}
