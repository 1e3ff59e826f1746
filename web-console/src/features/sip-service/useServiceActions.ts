import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { useReinitSipServiceMutation, useRestartSipServiceMutation } from './api'

/** What can be done to the SIP service; both ask first, because calls depend on it. */
export function useServiceActions() {
  const { t } = useTranslation('sip-service')
  const attempt = useAttempt()
  const [reinit, reiniting] = useReinitSipServiceMutation()
  const [restart, restarting] = useRestartSipServiceMutation()

  const reinitialise = async () => {
    const question = {
      title: t('reinit.title'),
      text: t('reinit.text'),
      action: t('reinit.action'),
    }
    await attempt(async () => {
      const { accounts } = await reinit({ reinitSipServiceRequestInput: {} }).unwrap()
      return t('reinit.done', { count: accounts })
    }, question)
  }
  const restartService = async () => {
    const question = {
      title: t('restart.title'),
      text: t('restart.text'),
      action: t('restart.action'),
    }
    await attempt(async () => {
      await restart({ restartSipServiceRequestInput: {} }).unwrap()
      return t('restart.done')
    }, question)
  }
  return {
    reinitialise,
    restartService,
    isReinitialising: reiniting.isLoading,
    isRestarting: restarting.isLoading,
  }
}
