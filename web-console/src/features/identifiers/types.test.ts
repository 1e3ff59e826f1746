import { expect, test } from 'vitest'
import { offeredTypes } from './types'

test('faces and plates are offered with their feature of the licence only', () => {
  expect(offeredTypes('card', () => true)).toEqual([
    'card',
    'ukey',
    'access_code',
    'qr',
    'face',
    'license_plate',
  ])
  expect(offeredTypes('card', (feature) => feature === 'face_id')).not.toContain('license_plate')
  expect(offeredTypes('card', () => false)).toEqual(['card', 'ukey', 'access_code', 'qr'])
})

test('the type that an identifier has is offered whatever the licence lacks', () => {
  expect(offeredTypes('license_plate', () => false)).toContain('license_plate')
  expect(offeredTypes('ukey2', () => true)).toEqual(['ukey2'])
})
