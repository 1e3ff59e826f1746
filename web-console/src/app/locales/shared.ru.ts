import 'dayjs/locale/ru'
// What every page says, and how it says days and times: one request.
export { default as common } from '@/kit/locales/common.ru.json'
export { default as errors } from '@/kit/locales/errors.ru.json'
export { default as shell } from './shell.ru.json'
