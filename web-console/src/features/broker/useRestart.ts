import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { useRestartBrokerMutation } from './api'

/** Restarts the broker, once somebody is sure: every device of every project loses its connection. */
export function useRestart() {
  const { t } = useTranslation('broker')
  const attempt = useAttempt()
  const [restartBroker, { isLoading }] = useRestartBrokerMutation()

  const restart = async () => {
    const question = {
      title: t('restart.title'),
      text: t('restart.text'),
      action: t('restart.action'),
    }
    await attempt(async () => {
      await restartBroker({ restartBrokerRequestInput: {} }).unwrap()
      return t('restart.done')
    }, question)
  }
  return { restart, isRestarting: isLoading }
}
