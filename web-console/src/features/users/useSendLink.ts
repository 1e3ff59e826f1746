import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { useLack } from '@/kit/permissions'
import { useSendRegistrationLinkMutation, type User } from './api'

/** Sends somebody the link by which they set a password, and says why that cannot be. */
export function useSendLink() {
  const { t } = useTranslation('users')
  const attempt = useAttempt()
  const lack = useLack()
  const [send] = useSendRegistrationLinkMutation()
  return {
    whyNot: ({ email, is_invited, password }: User): string | false =>
      lack({ any: ['can_create_user', 'can_manage_self_domain_users'] }) ||
      (!email && t('link.noEmail')) ||
      (password !== null && !is_invited && t('link.hasPassword')),
    send: ({ id, email }: User) =>
      attempt(async () => {
        await send({ id, body: {} }).unwrap()
        return t('link.sent', { email })
      }),
  }
}
