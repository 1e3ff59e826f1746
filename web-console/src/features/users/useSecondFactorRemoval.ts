import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { useRemoveUserSecondFactorsMutation, type User } from './api'

/** Lets somebody in again who has lost what they signed in with besides the password. */
export function useSecondFactorRemoval() {
  const { t } = useTranslation('users')
  const attempt = useAttempt()
  const [remove] = useRemoveUserSecondFactorsMutation()
  return async ({ id, name }: User) => {
    const question = {
      title: t('secondFactor.sure', { name }),
      text: t('secondFactor.text'),
      action: t('secondFactor.remove'),
    }
    await attempt(async () => {
      await remove({ id }).unwrap()
      return t('secondFactor.done', { name })
    }, question)
  }
}
