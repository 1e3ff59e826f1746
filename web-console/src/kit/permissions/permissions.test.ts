import { describe, expect, test } from 'vitest'
import { hasPermission, meets } from './permissions'

const operator = {
  id: 7,
  role: { id: 1, name: 'Operator', permissions: ['can_view_devices' as const] },
  license_info: { features: ['sip'] },
}

describe('permissions', () => {
  test('a code of the role is granted and any other is not', () => {
    expect(hasPermission(operator, 'can_view_devices')).toBe(true)
    expect(hasPermission(operator, 'can_edit_device')).toBe(false)
  })

  test('without an id nothing is granted, whatever the role says', () => {
    expect(hasPermission({ ...operator, id: 0 }, 'can_view_devices')).toBe(false)
    expect(hasPermission(undefined, 'can_view_devices')).toBe(false)
    expect(meets(undefined, undefined)).toBe(false)
  })

  test('one of several codes is enough', () => {
    expect(meets(operator, { any: ['can_edit_device', 'can_view_devices'] })).toBe(true)
    expect(meets(operator, { any: ['can_edit_device'] })).toBe(false)
  })

  test('a screen without a licence stays closed to those with the right', () => {
    expect(meets(operator, { any: ['can_view_devices'], feature: 'elevator' })).toBe(false)
    expect(meets(operator, { any: ['can_view_devices'], feature: 'sip' })).toBe(true)
  })

  test('what is for dealers is for nobody else', () => {
    expect(meets(operator, { isDealer: true })).toBe(false)
    expect(meets({ ...operator, is_dealer: true }, { isDealer: true })).toBe(true)
  })
})
