import { accessCheckScreen } from '@/features/access-check'
import { accessRules } from '@/features/access-rules'
import { deviceTaskScreen } from '@/features/device-tasks'
import { auditScreen } from '@/features/audit'
import { devices } from '@/features/devices'
import { eventScreens } from '@/features/events'
import { alarmCallScreen, callHistoryScreen } from '@/features/call-history'
import { forwardRules } from '@/features/forward-rules'
import { homeScreen } from '@/features/home'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { integrations } from '@/features/integrations'
import { mailTemplates } from '@/features/mail-templates'
import { markerScreen } from '@/features/markers'
import { notificationScreens } from '@/features/notifications'
import { profileScreen } from '@/features/profile'
import { projects } from '@/features/projects'
import { roles } from '@/features/roles'
import { settingsScreen } from '@/features/settings'
import { sipNumbers } from '@/features/sip-numbers'
import { sipTrunks } from '@/features/sip-trunks'
import { systemScreen } from '@/features/system'
import { timeRules } from '@/features/time-rules'
import { userImportScreen, users } from '@/features/users'
import type { AnyResource, Screen } from '@/kit/resource'

/** Every entity of the console. Menu, routes, palette and pickers follow from this list. */
export const resources: AnyResource[] = [
  users,
  roles,
  groups,
  timeRules,
  accessRules,
  identifiers,
  devices,
  sipNumbers,
  forwardRules,
  sipTrunks,
  integrations,
  mailTemplates,
  projects,
]

/** Every screen that is no entity's list or form. */
export const screens: Screen[] = [
  homeScreen,
  profileScreen,
  userImportScreen,
  markerScreen,
  accessCheckScreen,
  ...eventScreens,
  deviceTaskScreen,
  callHistoryScreen,
  alarmCallScreen,
  ...notificationScreens,
  auditScreen,
  settingsScreen,
  systemScreen,
]
