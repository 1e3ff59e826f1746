import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

type Action = 'options.actions.edit'
type Resource = 'options.resources.users'
type Field = 'options.fields.name'

const humanised = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** The log's codes in words. New services bring codes of their own, which are shown as they are. */
export function useAuditWords() {
  const { t } = useTranslation('audit')
  return useMemo(() => {
    const fieldOf = (path: string) =>
      path
        .split('.')
        .map((name) => t(`options.fields.${name}` as Field, { defaultValue: humanised(name) }))
        .join(' › ')
    return {
      fieldOf,
      actionOf: (action: string) =>
        t(`options.actions.${action}` as Action, { defaultValue: humanised(action) }),
      resourceOf: (resource: string) =>
        t(`options.resources.${resource}` as Resource, { defaultValue: humanised(resource) }),
      valueOf: (value: unknown, words: string | undefined) =>
        typeof value === 'boolean' ? (value ? t('yes') : t('no')) : words,
    }
  }, [t])
}
