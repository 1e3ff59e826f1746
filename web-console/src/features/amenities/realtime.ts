import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const RESERVATION_TOPIC = 'amenity-reservations'

/** The tag of the places of amenities' slots, which every reservation changes. */
export const STATE = 'STATE' as const

/** A reservation that changed renews the lists, itself, and the places of its amenity. */
export const reservationHandlers: HandlerTable = {
  'amenity_reservation.changed': ({ id, amenity_id: amenity }, context) => {
    if (typeof id !== 'number' || typeof amenity !== 'number') return
    invalidateSoon(
      [
        { type: 'AmenityReservations', id },
        { type: 'AmenityReservations', id: 'LIST' },
        { type: 'Amenities', id: STATE },
      ],
      context,
    )
  },
}
