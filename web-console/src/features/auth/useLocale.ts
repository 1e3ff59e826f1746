import { useTranslation } from 'react-i18next'

/** The language of this page, in which mails are to be written too. */
export function useLocale(): 'en' | 'ru' {
  const { i18n } = useTranslation()
  return i18n.resolvedLanguage === 'ru' ? 'ru' : 'en'
}
