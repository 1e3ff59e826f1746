import { useEffect, useRef } from 'react'
import { useProfile } from '@/kit/permissions'
import type { Phone } from './engine/phone'

/** When the profile says that the own number is another, the phone asks for the credentials of that one. */
export function useNumberOfProfile(phone: Phone | undefined): void {
  const number = useProfile()?.profile?.sip_number ?? null
  const known = useRef(number)
  useEffect(() => {
    if (known.current === number) return
    known.current = number
    phone?.numberChanged()
  }, [phone, number])
}
