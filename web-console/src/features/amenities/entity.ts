import { CalendarOutlined, CoffeeOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const feature = 'amenity' as const

export const amenitiesEntity = defineEntity({
  key: 'amenities',
  path: '/amenities',
  icon: CoffeeOutlined,
  section: 'amenities',
  can: {
    read: {
      feature,
      any: [
        'can_view_all_amenities',
        'can_view_domain_amenities',
        'can_view_descendants_amenities',
        'can_view_own_amenities',
      ],
    },
    create: { feature, any: ['can_create_amenity'] },
    update: {
      feature,
      any: [
        'can_edit_all_amenities',
        'can_edit_domain_amenities',
        'can_edit_descendants_amenities',
        'can_edit_own_amenities',
      ],
    },
    remove: {
      feature,
      any: [
        'can_delete_all_amenities',
        'can_delete_domain_amenities',
        'can_delete_descendants_amenities',
        'can_delete_own_amenities',
      ],
    },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})

export const reservationsEntity = defineEntity({
  key: 'reservations',
  path: '/amenities/reservations',
  icon: CalendarOutlined,
  section: 'amenities',
  can: {
    read: {
      feature,
      any: [
        'can_view_all_amenity_reservations',
        'can_view_domain_amenity_reservations',
        'can_view_descendants_amenity_reservations',
        'can_view_own_amenity_reservations',
      ],
    },
    create: { feature, any: ['can_create_amenity_reservation'] },
    update: {
      feature,
      any: [
        'can_edit_all_amenity_reservations',
        'can_edit_domain_amenity_reservations',
        'can_edit_descendants_amenity_reservations',
        'can_edit_own_amenity_reservations',
      ],
    },
    remove: {
      feature,
      any: [
        'can_delete_all_amenity_reservations',
        'can_delete_domain_amenity_reservations',
        'can_delete_descendants_amenity_reservations',
        'can_delete_own_amenity_reservations',
      ],
    },
  },
  pages: {
    list: () => import('./ReservationListPage'),
    form: () => import('./ReservationFormPage'),
  },
})
