import { useTranslation } from 'react-i18next'
import { usePhoneState } from '../context'

/** What the phone is at, in words. */
export function useStatusWords(): string {
  const { t } = useTranslation('phone')
  const { registration, microphone, isElsewhere } = usePhoneState(({ phone }) => phone)
  if (isElsewhere) return t('elsewhere.short')
  if (microphone === 'refused' || microphone === 'missing') {
    return t(`options.microphone.${microphone}`)
  }
  return t(`options.registration.${registration}`)
}
