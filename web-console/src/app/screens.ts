import { homeScreen } from '@/features/home'
import { groups } from '@/features/groups'
import type { AnyResource, Screen } from '@/kit/resource'

/** Every entity of the console. Menu, routes, palette and pickers follow from this list. */
export const resources: AnyResource[] = [groups]

/** Every screen that is no entity's list or form. */
export const screens: Screen[] = [homeScreen]
