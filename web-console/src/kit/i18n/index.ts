export { changeLocale, LOCALES, startI18n, type FindTexts, type TextLoader } from './i18n'
export { LocaleSwitch } from './LocaleSwitch'
