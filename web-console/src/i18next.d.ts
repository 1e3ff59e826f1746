import 'i18next'
import type shell from './app/locales/shell.en.json'
import type accessCheck from './features/access-check/locales/en.json'
import type accessRules from './features/access-rules/locales/en.json'
import type identifiers from './features/identifiers/locales/en.json'
import type timeRules from './features/time-rules/locales/en.json'
import type users from './features/users/locales/en.json'
import type auth from './features/auth/locales/en.json'
import type deviceTasks from './features/device-tasks/locales/en.json'
import type devices from './features/devices/locales/en.json'
import type events from './features/events/locales/en.json'
import type groups from './features/groups/locales/en.json'
import type home from './features/home/locales/en.json'
import type notifications from './features/notifications/locales/en.json'
import type common from './kit/locales/common.en.json'
import type errors from './kit/locales/errors.en.json'

/** A line per namespace: a key that does not exist is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      'access-check': typeof accessCheck
      'access-rules': typeof accessRules
      identifiers: typeof identifiers
      'time-rules': typeof timeRules
      users: typeof users
      auth: typeof auth
      common: typeof common
      'device-tasks': typeof deviceTasks
      devices: typeof devices
      errors: typeof errors
      events: typeof events
      groups: typeof groups
      home: typeof home
      notifications: typeof notifications
      shell: typeof shell
    }
  }
}
