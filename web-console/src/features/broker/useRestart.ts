import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useRestartBrokerMutation } from './api'

/** Restarts the broker, once somebody is sure: every device of every project loses its connection. */
export function useRestart() {
  const { t } = useTranslation('broker')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [restartBroker, { isLoading }] = useRestartBrokerMutation()

  const restart = async () => {
    const isSure = await confirm({
      title: t('restart.title'),
      text: t('restart.text'),
      action: t('restart.action'),
    })
    if (!isSure) return
    try {
      await restartBroker({ restartBrokerRequestInput: {} }).unwrap()
      alerts.success(t('restart.done'))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return { restart, isRestarting: isLoading }
}
