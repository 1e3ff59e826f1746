import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { usePhone } from '../context'

/** Sends the tone that opens the door of a call. */
export function useDoorTone(): (id: string) => void {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  return useCallback(
    (id) => {
      phone.openDoor(id)
      alerts.success(t('doorAsked'))
    },
    [phone, t],
  )
}
