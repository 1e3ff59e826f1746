import { accessCheckScreen } from '@/features/access-check'
import { accessRules } from '@/features/access-rules'
import { deviceTaskScreen } from '@/features/device-tasks'
import { devices } from '@/features/devices'
import { eventScreens } from '@/features/events'
import { homeScreen } from '@/features/home'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { notificationScreens } from '@/features/notifications'
import { timeRules } from '@/features/time-rules'
import { users } from '@/features/users'
import type { AnyResource, Screen } from '@/kit/resource'

/** Every entity of the console. Menu, routes, palette and pickers follow from this list. */
export const resources: AnyResource[] = [
  users,
  groups,
  timeRules,
  accessRules,
  identifiers,
  devices,
]

/** Every screen that is no entity's list or form. */
export const screens: Screen[] = [
  homeScreen,
  accessCheckScreen,
  ...eventScreens,
  deviceTaskScreen,
  ...notificationScreens,
]
