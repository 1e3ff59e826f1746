import { skipToken } from '@reduxjs/toolkit/query/react'
import { useGetCallInfoQuery } from '../api'
import type { Call } from '../calls/types'

/** Who is at the other side, as far as it is known. */
export function useWho({ number, info }: Pick<Call, 'number' | 'info'>): {
  name: string
  address: string
} {
  // A number that is none of the platform's is not found, and stays a number.
  const { currentData } = useGetCallInfoQuery(
    number === '' ? skipToken : { number: encodeURIComponent(number) },
  )
  const known = currentData && {
    address: currentData.address,
    user: currentData.user?.name ?? '',
    device: currentData.device?.name ?? '',
  }
  const name = info?.user || info?.device || known?.user || known?.device || ''
  return { name, address: info?.address || known?.address || '' }
}
