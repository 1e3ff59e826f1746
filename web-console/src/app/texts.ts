import type { FindTexts, TextLoader } from '@/kit/i18n'

/** Text files that are fetched when their page is. */
const files: Record<string, TextLoader> = {
  ...import.meta.glob<{ default: object }>('../kit/locales/permissions.*.json'),
  ...import.meta.glob<{ default: object }>('../features/*/locales/*.json'),
}

const shared = {
  en: () => import('./locales/shared.en'),
  ru: () => import('./locales/shared.ru'),
}

const SHARED = ['common', 'errors', 'shell'] as const

/** `common`, `errors` and `shell` come together; any other namespace but `permissions` is the feature of its name. */
export const findTexts: FindTexts = (language, namespace) => {
  const load = language === 'ru' ? shared.ru : shared.en
  const name = SHARED.find((each) => each === namespace)
  if (name) return async () => ({ default: (await load())[name] })
  return (
    files[`../features/${namespace}/locales/${language}.json`] ??
    files[`../kit/locales/${namespace}.${language}.json`]
  )
}
