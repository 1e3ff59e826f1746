import { useTranslation } from 'react-i18next'
import { useEventWords } from '@/features/events'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useProfile } from '@/kit/permissions'
import { useTakeDeviceAlarmMutation, type DeviceAlarm } from './api'

/** Takes alarms and lets go of them; says who has one. */
export function useAlarmActions() {
  const { t } = useTranslation('device-alarms')
  const words = useEventWords()
  const errorText = useErrorText()
  const userId = useProfile()?.id
  const [take] = useTakeDeviceAlarmMutation()

  const isOwn = ({ taken_by_user: taker }: DeviceAlarm) => taker !== null && taker.id === userId

  /** Takes it, also from somebody else who has it; lets go of what one has. */
  const toggleTaken = async (alarm: DeviceAlarm): Promise<void> => {
    const isTaken = !isOwn(alarm)
    const body = { is_taken: isTaken, taken_by_user_id: alarm.taken_by_user?.id ?? 0 }
    try {
      await take({ id: alarm.id, body }).unwrap()
      const name = words(alarm.code)
      alerts.success(isTaken ? t('taken', { name }) : t('released', { name }))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }

  const takeLabel = (alarm: DeviceAlarm): string => {
    if (isOwn(alarm)) return t('release')
    return alarm.taken_by_user ? t('takeOver') : t('take')
  }
  return { isOwn, toggleTaken, takeLabel }
}
