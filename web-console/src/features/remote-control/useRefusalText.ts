import { useTranslation } from 'react-i18next'
import { errorBody, errorStatus } from '@/api/errors'
import { useErrorText } from '@/kit/errors'
import { findMessage, type Catalogue } from '@/kit/errors/catalogue'
import { errorText } from '@/kit/errors/useErrorText'

/**
 * The text for a failure. What only this page is told stands in its own words, so that no other
 * page loads them.
 */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  const { t: ownWords, i18n } = useTranslation('remote-control')
  const common = useErrorText()
  const bundle = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'en', 'remote-control') as
    | { options?: { refusals?: Catalogue } }
    | undefined
  const own = bundle?.options?.refusals ?? {}
  return (error) => {
    const seconds = secondsToWait(error)
    if (seconds !== undefined) return ownWords('tooMany', { count: Math.ceil(seconds / 60) })
    const isOwn = findMessage(own, errorBody(error)?.message ?? '') !== undefined
    return isOwn ? errorText(error, own, t) : common(error)
  }
}

/** How long somebody who guessed too often is turned away. */
function secondsToWait(error: unknown): number | undefined {
  const data = errorBody(error)?.data
  const seconds: unknown = data && 'retry_after' in data ? data.retry_after : undefined
  return errorStatus(error) === 429 && typeof seconds === 'number' ? seconds : undefined
}
