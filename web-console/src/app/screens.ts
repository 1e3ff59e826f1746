import { accessCheckScreen } from '@/features/access-check'
import { accessMatrixScreen } from '@/features/access-matrix'
import { accessRulesEntity } from '@/features/access-rules'
import { alarmScreens } from '@/features/device-alarms'
import { amenitiesEntity, reservationsEntity } from '@/features/amenities'
import { deviceSearchScreen } from '@/features/device-search'
import { announceResponseScreen, announcesEntity } from '@/features/announces'
import { conversationScreens } from '@/features/conversations'
import { deviceTaskScreen } from '@/features/device-tasks'
import { auditScreen } from '@/features/audit'
import { devicesEntity } from '@/features/devices'
import { elevatorAccessRulesEntity } from '@/features/elevator-access-rules'
import { elevatorEventScreen, elevatorsEntity } from '@/features/elevators'
import { emergencyAlertsEntity } from '@/features/emergency-alerts'
import { eventScreens } from '@/features/events'
import { alarmCallScreen, callHistoryScreen } from '@/features/call-history'
import { forwardRulesEntity } from '@/features/forward-rules'
import { homeScreen } from '@/features/home'
import { groupsEntity } from '@/features/groups'
import { guestAccessEntity } from '@/features/guest-access'
import { identifierImportScreen, identifiersEntity } from '@/features/identifiers'
import { integrationsEntity } from '@/features/integrations'
import { backupsScreen } from '@/features/backups'
import { licenseReportScreen, licensesScreen } from '@/features/licenses'
import { mailTemplatesEntity } from '@/features/mail-templates'
import { markerScreen } from '@/features/markers'
import { notificationScreens } from '@/features/notifications'
import { profileScreen } from '@/features/profile'
import { projectsEntity } from '@/features/projects'
import { rolesEntity } from '@/features/roles'
import { settingsScreen } from '@/features/settings'
import { sipNumbersEntity } from '@/features/sip-numbers'
import { sipTrunksEntity } from '@/features/sip-trunks'
import { systemScreen } from '@/features/system'
import { timeRulesEntity } from '@/features/time-rules'
import { ukey2Screens } from '@/features/ukey2'
import { userImportScreen, usersEntity } from '@/features/users'
import { webhooksEntity } from '@/features/webhooks'
import type { Entity, Screen } from '@/kit/resource'

/** Every entity of the console. Menu, routes and guards follow from this list. */
export const entities: Entity[] = [
  usersEntity,
  rolesEntity,
  groupsEntity,
  timeRulesEntity,
  accessRulesEntity,
  identifiersEntity,
  guestAccessEntity,
  devicesEntity,
  elevatorsEntity,
  elevatorAccessRulesEntity,
  sipNumbersEntity,
  forwardRulesEntity,
  sipTrunksEntity,
  integrationsEntity,
  webhooksEntity,
  mailTemplatesEntity,
  announcesEntity,
  amenitiesEntity,
  reservationsEntity,
  emergencyAlertsEntity,
  projectsEntity,
]

/** Every screen that is no entity's list or form. */
export const screens: Screen[] = [
  homeScreen,
  profileScreen,
  userImportScreen,
  markerScreen,
  accessMatrixScreen,
  accessCheckScreen,
  identifierImportScreen,
  ...ukey2Screens,
  ...eventScreens,
  deviceSearchScreen,
  deviceTaskScreen,
  elevatorEventScreen,
  callHistoryScreen,
  ...alarmScreens,
  alarmCallScreen,
  ...notificationScreens,
  ...conversationScreens,
  announceResponseScreen,
  auditScreen,
  settingsScreen,
  systemScreen,
  backupsScreen,
  licensesScreen,
  licenseReportScreen,
]
