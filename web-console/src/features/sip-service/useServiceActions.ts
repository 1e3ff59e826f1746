import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useReinitSipServiceMutation, useRestartSipServiceMutation } from './api'

/** What can be done to the SIP service; both ask first, because calls depend on it. */
export function useServiceActions() {
  const { t } = useTranslation('sip-service')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [reinit, reiniting] = useReinitSipServiceMutation()
  const [restart, restarting] = useRestartSipServiceMutation()

  const attempt = async (act: () => Promise<string>) => {
    try {
      alerts.success(await act())
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const reinitialise = async () => {
    const isSure = await confirm({
      title: t('reinit.title'),
      text: t('reinit.text'),
      action: t('reinit.action'),
    })
    if (!isSure) return
    await attempt(async () => {
      const { accounts } = await reinit({ reinitSipServiceRequestInput: {} }).unwrap()
      return t('reinit.done', { count: accounts })
    })
  }
  const restartService = async () => {
    const isSure = await confirm({
      title: t('restart.title'),
      text: t('restart.text'),
      action: t('restart.action'),
    })
    if (!isSure) return
    await attempt(async () => {
      await restart({ restartSipServiceRequestInput: {} }).unwrap()
      return t('restart.done')
    })
  }
  return {
    reinitialise,
    restartService,
    isReinitialising: reiniting.isLoading,
    isRestarting: restarting.isLoading,
  }
}
