import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useRemoveUserSecondFactorsMutation, type User } from './api'

/** Lets somebody in again who has lost what they signed in with besides the password. */
export function useSecondFactorRemoval() {
  const { t } = useTranslation('users')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [remove] = useRemoveUserSecondFactorsMutation()
  return async ({ id, name }: User) => {
    const question = {
      title: t('secondFactor.sure', { name }),
      text: t('secondFactor.text'),
      action: t('secondFactor.remove'),
    }
    if (!(await confirm(question))) return
    try {
      await remove({ id }).unwrap()
      alerts.success(t('secondFactor.done', { name }))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
}
