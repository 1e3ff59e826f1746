import { deviceTaskScreen } from '@/features/device-tasks'
import { devices } from '@/features/devices'
import { eventScreens } from '@/features/events'
import { homeScreen } from '@/features/home'
import { groups } from '@/features/groups'
import { notificationScreens } from '@/features/notifications'
import type { AnyResource, Screen } from '@/kit/resource'

/** Every entity of the console. Menu, routes, palette and pickers follow from this list. */
export const resources: AnyResource[] = [groups, devices]

/** Every screen that is no entity's list or form. */
export const screens: Screen[] = [
  homeScreen,
  ...eventScreens,
  deviceTaskScreen,
  ...notificationScreens,
]
