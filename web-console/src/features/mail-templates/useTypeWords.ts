import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a type of mail is called; a type that is newer than the console keeps its code. */
export function useTypeWords(): (id: string) => string {
  const { t, i18n } = useTranslation('mail-templates')
  return useCallback(
    (id) => {
      const key = `options.types.${id}`
      return i18n.exists(key, { ns: 'mail-templates' })
        ? t(key as 'options.types.registration_code')
        : id
    },
    [t, i18n],
  )
}
