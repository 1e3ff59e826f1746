import { skipToken } from '@reduxjs/toolkit/query/react'
import { useGetCallInfoQuery } from '../api'
import { useTranslation } from 'react-i18next'
import { ALARM_CALLER } from '../calls/rules'
import type { Call } from '../calls/types'

/** Who is at the other side, as far as it is known. */
export function useWho({ number, info }: Pick<Call, 'number' | 'info'>): {
  name: string
  address: string
} {
  const { t } = useTranslation('phone')
  // A number that is none of the platform's is not found, and stays a number.
  const { currentData } = useGetCallInfoQuery(
    number === '' || number === ALARM_CALLER ? skipToken : { number: encodeURIComponent(number) },
  )
  const known = currentData && {
    address: currentData.address,
    user: currentData.user?.name ?? '',
    device: currentData.device?.name ?? '',
  }
  const ofAlarm = number === ALARM_CALLER ? t('alarm') : ''
  const name = info?.user || info?.device || known?.user || known?.device || ofAlarm
  return { name, address: info?.address || known?.address || '' }
}
