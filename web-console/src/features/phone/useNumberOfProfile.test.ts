import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Phone } from './engine/phone'
import { useNumberOfProfile } from './useNumberOfProfile'

let number: string | null = null
vi.mock('@/kit/permissions', () => ({ useProfile: () => ({ profile: { sip_number: number } }) }))

test('the phone asks for its number again when the profile has another, and not before', () => {
  const numberChanged = vi.fn()
  const phone = { numberChanged } as unknown as Phone
  const { rerender } = renderHook(() => useNumberOfProfile(phone))
  rerender()
  expect(numberChanged).not.toHaveBeenCalled()
  number = '1001'
  rerender()
  rerender()
  expect(numberChanged).toHaveBeenCalledTimes(1)
  number = null
  rerender()
  expect(numberChanged).toHaveBeenCalledTimes(2)
})
