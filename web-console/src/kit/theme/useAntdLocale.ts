import type { Locale as AntdLocale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Texts of the controls themselves; English is built in, Russian is fetched when needed. There are
 * always some: antd builds the page anew, and what is typed is lost, when a locale first appears.
 */
export function useAntdLocale(): AntdLocale {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage
  const [loaded, setLoaded] = useState<{ language: string; locale: AntdLocale }>()
  useEffect(() => {
    if (language !== 'ru') return undefined
    let isCurrent = true
    void import('antd/es/locale/ru_RU').then(({ default: locale }) => {
      if (isCurrent) setLoaded({ language, locale })
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  return loaded && loaded.language === language ? loaded.locale : english
}
