// What every page says, and how it says days and times: one request.
export { default as common } from '@/kit/locales/common.en.json'
export { default as errors } from '@/kit/locales/errors.en.json'
export { default as shell } from './shell.en.json'
