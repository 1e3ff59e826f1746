import 'i18next'
import type shell from './app/locales/shell.en.json'
import type auth from './features/auth/locales/en.json'
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
      auth: typeof auth
      common: typeof common
      errors: typeof errors
      groups: typeof groups
      home: typeof home
      notifications: typeof notifications
      shell: typeof shell
    }
  }
}
