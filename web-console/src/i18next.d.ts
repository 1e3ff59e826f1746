import 'i18next'
import type shell from './app/locales/shell.en.json'
import type accessCheck from './features/access-check/locales/en.json'
import type accessRules from './features/access-rules/locales/en.json'
import type accessMatrix from './features/access-matrix/locales/en.json'
import type guestAccess from './features/guest-access/locales/en.json'
import type announces from './features/announces/locales/en.json'
import type conversations from './features/conversations/locales/en.json'
import type amenities from './features/amenities/locales/en.json'
import type identifiers from './features/identifiers/locales/en.json'
import type ukey2 from './features/ukey2/locales/en.json'
import type timeRules from './features/time-rules/locales/en.json'
import type users from './features/users/locales/en.json'
import type webhooks from './features/webhooks/locales/en.json'
import type auth from './features/auth/locales/en.json'
import type deviceAlarms from './features/device-alarms/locales/en.json'
import type deviceSearch from './features/device-search/locales/en.json'
import type deviceTasks from './features/device-tasks/locales/en.json'
import type devices from './features/devices/locales/en.json'
import type elevatorAccessRules from './features/elevator-access-rules/locales/en.json'
import type elevators from './features/elevators/locales/en.json'
import type emergencyAlerts from './features/emergency-alerts/locales/en.json'
import type events from './features/events/locales/en.json'
import type groups from './features/groups/locales/en.json'
import type home from './features/home/locales/en.json'
import type notifications from './features/notifications/locales/en.json'
import type markers from './features/markers/locales/en.json'
import type audit from './features/audit/locales/en.json'
import type ipBlocking from './features/ip-blocking/locales/en.json'
import type phone from './features/phone/locales/en.json'
import type projects from './features/projects/locales/en.json'
import type profile from './features/profile/locales/en.json'
import type remoteControl from './features/remote-control/locales/en.json'
import type roles from './features/roles/locales/en.json'
import type branding from './features/branding/locales/en.json'
import type groupTypes from './features/group-types/locales/en.json'
import type integrations from './features/integrations/locales/en.json'
import type backups from './features/backups/locales/en.json'
import type licenses from './features/licenses/locales/en.json'
import type mailTemplates from './features/mail-templates/locales/en.json'
import type settings from './features/settings/locales/en.json'
import type callHistory from './features/call-history/locales/en.json'
import type forwardRules from './features/forward-rules/locales/en.json'
import type sipNumbers from './features/sip-numbers/locales/en.json'
import type broker from './features/broker/locales/en.json'
import type sipService from './features/sip-service/locales/en.json'
import type sipTrunks from './features/sip-trunks/locales/en.json'
import type system from './features/system/locales/en.json'
import type terms from './features/terms/locales/en.json'
import type timeline from './features/timeline/locales/en.json'
import type tokens from './features/tokens/locales/en.json'
import type structure from './features/structure/locales/en.json'
import type common from './kit/locales/common.en.json'
import type errors from './kit/locales/errors.en.json'
import type permissions from './kit/locales/permissions.en.json'

/** A line per namespace: a key that does not exist is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      'access-check': typeof accessCheck
      'access-rules': typeof accessRules
      'access-matrix': typeof accessMatrix
      'guest-access': typeof guestAccess
      amenities: typeof amenities
      announces: typeof announces
      conversations: typeof conversations
      'emergency-alerts': typeof emergencyAlerts
      identifiers: typeof identifiers
      'time-rules': typeof timeRules
      ukey2: typeof ukey2
      timeline: typeof timeline
      tokens: typeof tokens
      users: typeof users
      webhooks: typeof webhooks
      auth: typeof auth
      common: typeof common
      branding: typeof branding
      'group-types': typeof groupTypes
      integrations: typeof integrations
      backups: typeof backups
      licenses: typeof licenses
      'mail-templates': typeof mailTemplates
      settings: typeof settings
      'call-history': typeof callHistory
      'forward-rules': typeof forwardRules
      'sip-numbers': typeof sipNumbers
      broker: typeof broker
      'sip-service': typeof sipService
      'sip-trunks': typeof sipTrunks
      structure: typeof structure
      system: typeof system
      terms: typeof terms
      'device-alarms': typeof deviceAlarms
      'device-search': typeof deviceSearch
      'device-tasks': typeof deviceTasks
      devices: typeof devices
      'elevator-access-rules': typeof elevatorAccessRules
      elevators: typeof elevators
      errors: typeof errors
      events: typeof events
      groups: typeof groups
      home: typeof home
      markers: typeof markers
      notifications: typeof notifications
      permissions: typeof permissions
      audit: typeof audit
      'ip-blocking': typeof ipBlocking
      phone: typeof phone
      profile: typeof profile
      projects: typeof projects
      'remote-control': typeof remoteControl
      roles: typeof roles
      shell: typeof shell
    }
  }
}
