export { changeLocale, startI18n, type FindTexts, type TextLoader } from './i18n'
export { LocaleSwitch } from './LocaleSwitch'
export { LOCALE_NAMES } from './localeNames'
