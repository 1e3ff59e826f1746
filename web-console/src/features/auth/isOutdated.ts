import { errorBody, errorStatus } from '@/api/errors'

/** Whether a link of a mail is used up, too old or wrong. */
export const isOutdated = (error: unknown): boolean =>
  errorBody(error)?.message === 'verification link is outdated or incorrect' ||
  errorStatus(error) === 404
