import { useTranslation } from 'react-i18next'
import { errorBody } from '@/api/errors'
import { useErrorText } from '@/kit/errors'
import { findMessage, type Catalogue } from '@/kit/errors/catalogue'
import { errorText } from '@/kit/errors/useErrorText'

/**
 * The text for a failure. What only this page is told stands in its own words, so that no other
 * page loads them.
 */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  const { i18n } = useTranslation('remote-control')
  const common = useErrorText()
  const bundle = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'en', 'remote-control') as
    | { options?: { refusals?: Catalogue } }
    | undefined
  const own = bundle?.options?.refusals ?? {}
  return (error) => {
    const isOwn = findMessage(own, errorBody(error)?.message ?? '') !== undefined
    return isOwn ? errorText(error, own, t) : common(error)
  }
}
