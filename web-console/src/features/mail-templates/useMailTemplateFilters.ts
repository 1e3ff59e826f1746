import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALES } from '@/api/profile'
import type { FilterField } from '@/kit/filter'
import { useMailTypes } from './api'
import { useTypeWords } from './useTypeWords'

/** Fields by which templates may be narrowed. */
export function useMailTemplateFilters(): FilterField[] {
  const { t } = useTranslation('mail-templates')
  const words = useTypeWords()
  const { data: types } = useMailTypes()
  return useMemo(
    () => [
      {
        field: 'mail_type_id',
        label: t('fields.type'),
        type: 'choice',
        options: types?.items.map(({ id }) => ({ value: id, label: words(id) })),
      },
      {
        field: 'locale',
        label: t('fields.locale'),
        type: 'choice',
        options: LOCALES.map((locale) => ({
          value: locale,
          label: t(`options.locales.${locale}`),
        })),
      },
      { field: 'subject', label: t('fields.subject'), type: 'text' },
      { field: 'updated_at', label: t('fields.updated'), type: 'time' },
    ],
    [t, types, words],
  )
}
