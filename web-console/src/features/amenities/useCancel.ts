import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useConfirm } from '@/kit/feedback'
import { useCancelAmenityReservationMutation, type AmenityReservation } from './api'
import { useRefusal } from './useRefusal'
import { whenOf } from './when'

/** Asks, and cancels. */
export function useCancel() {
  const { t, i18n } = useTranslation('amenities')
  const confirm = useConfirm()
  const refusal = useRefusal()
  const [cancel] = useCancelAmenityReservationMutation()
  return async (row: AmenityReservation) => {
    const when = whenOf(row, i18n.resolvedLanguage ?? 'en')
    const isSure = await confirm({
      title: t('reservations.cancelTitle', { name: row.amenity?.name ?? '' }),
      text: when,
      action: t('reservations.cancel'),
    })
    if (!isSure) return
    try {
      await cancel({ id: row.id, body: {} }).unwrap()
      alerts.success(t('reservations.canceled'))
    } catch (error) {
      alerts.error(refusal(error))
    }
  }
}
