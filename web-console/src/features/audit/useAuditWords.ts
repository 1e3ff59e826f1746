import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEvent } from './api'
import { WITH_FIELD_LABELS } from './codes'

type Action = 'options.actions.edit'
type Resource = 'options.resources.users'
type Field = 'options.fields.name'

const humanised = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** Where a field's words may be, the nearest first. An id is called as what it is the id of. */
const keysOf = (resource: string, name: string): Field[] =>
  [
    `${resource}:fields.${name}`,
    `${resource}:fields.${name.replace(/_id$/, '')}`,
    `common:fields.${name}`,
    `audit:options.fields.${name}`,
  ] as unknown as Field[]

/** The log's codes in words. New services bring codes of their own, which are shown as they are. */
export function useAuditWords() {
  const { t } = useTranslation(['audit', 'common', ...WITH_FIELD_LABELS])
  return useMemo(() => {
    const fieldOf = (resource: string, path: string) =>
      path
        .split('.')
        .map((name, depth) => {
          // What lies within a field is named by the log itself.
          const keys = keysOf(resource, name).slice(depth === 0 ? 0 : -1)
          return t(keys, { defaultValue: humanised(name) })
        })
        .join(' › ')
    return {
      fieldOf,
      /** Somebody, and the token by which they came. A token of the project is somebody by itself. */
      whoOf: ({ user, token_name: token }: Pick<AuditEvent, 'user' | 'token_name'>) => {
        const name = user?.name ?? t('platform')
        return token && token !== name ? t('byToken', { name, token }) : name
      },
      actionOf: (action: string) =>
        t(`options.actions.${action}` as Action, { defaultValue: humanised(action) }),
      resourceOf: (resource: string) =>
        t(`options.resources.${resource}` as Resource, { defaultValue: humanised(resource) }),
      valueOf: (value: unknown, words: string | undefined) =>
        typeof value === 'boolean' ? (value ? t('yes') : t('no')) : words,
    }
  }, [t])
}
