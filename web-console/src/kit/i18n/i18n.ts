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

let started: Promise<void> = Promise.resolve()

/** Loads the texts of the first page in the language of this browser. */
export function startI18n(find: FindTexts): Promise<void> {
  started = start(find)
  return started
}

/** Loads the texts of a page beside the page itself, so that it need not wait for them once it is here. */
export async function loadTexts(namespace: string): Promise<void> {
  // A page may be asked for before the texts are.
  await Promise.resolve()
  await started
  await i18next.loadNamespaces(namespace)
}

async function start(find: FindTexts): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  const language = readPreference(localePreference)
  await i18next
    .use(backendOf(find))
    .use(initReactI18next)
    .init({
      lng: language,
      // Both languages are complete (scripts/i18n-parity.mjs): a fallback would only be loaded beside the other.
      fallbackLng: import.meta.env.DEV ? 'en' : false,
      supportedLngs: LOCALES,
      ns: ['common', 'errors', 'shell'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    })
  // Names of days come with the texts.
  dayjs.locale(language)
}

/** Switches every text, date and control to a language, and remembers it. */
export async function changeLocale(language: Locale): Promise<void> {
  writePreference(localePreference, language)
  // Before the pages are drawn anew in it.
  await i18next.loadLanguages(language)
  dayjs.locale(language)
  await i18next.changeLanguage(language)
}

function browserLocale(): Locale {
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en'
}
