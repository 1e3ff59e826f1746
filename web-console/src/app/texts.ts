import type { FindTexts, TextLoader } from '@/kit/i18n'

/** Every text file, fetched when its page is. */
const files: Record<string, TextLoader> = {
  ...import.meta.glob<{ default: object }>('../kit/locales/*.json'),
  ...import.meta.glob<{ default: object }>('./locales/*.json'),
  ...import.meta.glob<{ default: object }>('../features/*/locales/*.json'),
}

/** `common`, `errors`, `permissions` and `shell` are shared; any other namespace is the feature of its name. */
export const findTexts: FindTexts = (language, namespace) =>
  files[`../features/${namespace}/locales/${language}.json`] ??
  files[`../kit/locales/${namespace}.${language}.json`] ??
  files[`./locales/${namespace}.${language}.json`]
