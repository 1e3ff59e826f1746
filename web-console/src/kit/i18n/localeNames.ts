import type { Locale } from '@/api/profile'

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', ru: 'Русский' }
