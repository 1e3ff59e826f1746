import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useStopEmergencyAlertMutation } from './api'

/** Ends what runs of an alert, at once and without a question. */
export function useStop() {
  const { t } = useTranslation('emergency-alerts')
  const errorText = useErrorText()
  const [stop, { isLoading }] = useStopEmergencyAlertMutation()
  const run = async (id: number) => {
    try {
      await stop({ id, body: {} }).unwrap()
      alerts.success(t('stopSent'))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return [run, isLoading] as const
}
