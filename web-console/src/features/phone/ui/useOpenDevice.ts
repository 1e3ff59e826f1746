import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useOpenConciergeDeviceMutation, type ConciergeDevice } from '../api'

/** Opens the door of a device by its token, and says whether it did. */
export function useOpenDevice() {
  const { t } = useTranslation('phone')
  const errorText = useErrorText()
  const [openDevice, { isLoading }] = useOpenConciergeDeviceMutation()
  const open = async ({ name, token }: ConciergeDevice) => {
    try {
      const { opened } = await openDevice({
        token: encodeURIComponent(token),
        body: {},
      }).unwrap()
      if (opened) alerts.success(t('doors.opened', { name }))
      else alerts.error(t('doors.refused', { name }))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return [open, isLoading] as const
}
