import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GATHER } from '@/api/realtime/invalidate'
import { reservationHandlers } from './realtime'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a reservation that changed is fetched anew with its lists and the places of its amenity, however often it is pushed', () => {
  const dispatch = vi.fn()
  const context = { dispatch, profile: () => undefined }
  const push = { type: 'amenity_reservation.changed', id: 7, amenity_id: 3 }
  reservationHandlers['amenity_reservation.changed']!(push, context)
  reservationHandlers['amenity_reservation.changed']!(push, context)
  vi.advanceTimersByTime(GATHER)
  expect(dispatch).toHaveBeenCalledTimes(1)
  expect(dispatch.mock.calls[0]![0].payload).toEqual([
    { type: 'AmenityReservations', id: 7 },
    { type: 'AmenityReservations', id: 'LIST' },
    { type: 'Amenities', id: 'STATE' },
  ])
})
