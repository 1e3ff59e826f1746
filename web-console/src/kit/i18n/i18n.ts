import dayjs from 'dayjs'
import i18next, { type BackendModule, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LOCALES, type Locale } from '@/api/profile'
import { oneOf, preference, readPreference, writePreference } from '../preferences'

/** The language that somebody chose in this browser, before or without a profile. */
const localePreference = preference<Locale>('userLocale', browserLocale(), oneOf(LOCALES))

/** Fetches the texts of one namespace in one language. */
export type TextLoader = () => Promise<{ default: object }>
export type FindTexts = (language: string, namespace: string) => TextLoader | undefined

const backendOf = (find: FindTexts): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language: string, namespace: string, done: ReadCallback) => {
    const load = find(language, namespace)
    if (!load) return done(new Error(`no texts: ${language}/${namespace}`), null)
    load().then(
      (module) => done(null, module.default as Record<string, unknown>),
      (error: unknown) => done(error as Error, null),
    )
  },
})

/** Loads the texts of the first page in the language of this browser. */
export async function startI18n(find: FindTexts): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  const language = readPreference(localePreference)
  await loadDates(language)
  await i18next
    .use(backendOf(find))
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: LOCALES,
      ns: ['common', 'errors', 'shell'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    })
}

/** Switches every text, date and control to a language, and remembers it. */
export async function changeLocale(language: Locale): Promise<void> {
  writePreference(localePreference, language)
  await loadDates(language)
  await i18next.changeLanguage(language)
}

async function loadDates(language: Locale): Promise<void> {
  if (language === 'ru') await import('dayjs/locale/ru')
  dayjs.locale(language)
}

function browserLocale(): Locale {
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en'
}
