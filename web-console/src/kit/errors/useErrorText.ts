import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { errorBody, isApiError, type ErrorBody } from '@/api/errors'
import { fillIn, findMessage, type Catalogue } from './catalogue'

/** The text that a person sees for a failure, by the display rule of the error catalogue. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  const catalogue = useCatalogue()
  return useCallback((error) => errorText(error, catalogue, t), [catalogue, t])
}

/** A message of the server in the language of the interface, or as it came. */
export function useServerMessage(): (message: string) => string {
  const catalogue = useCatalogue()
  return useCallback((message) => translateMessage(message, catalogue), [catalogue])
}

function useCatalogue(): Catalogue {
  const { i18n } = useTranslation('errors')
  const of = (language: string) =>
    (i18n.getResourceBundle(language, 'errors') as { http?: Catalogue } | undefined)?.http
  return of(i18n.resolvedLanguage ?? 'en') ?? of('en') ?? {}
}

export function translateMessage(message: string, catalogue: Catalogue): string {
  const match = findMessage(catalogue, message)
  return match ? fillIn(match) : message
}

/** Why a server outside did not answer, or what is wrong with a file, where the platform says so. */
function reasonOf(data: ErrorBody['data'] | undefined): string | undefined {
  const reason: unknown = data && 'reason' in data ? data.reason : data?.fields?.file
  return typeof reason === 'string' && reason.trim() ? reason : undefined
}

/** Translation, else the server's own words, else the default; never blank. */
export function errorText(error: unknown, catalogue: Catalogue, t: TFunction<'errors'>): string {
  const body = errorBody(error)
  if (body?.message.trim()) {
    const text = translateMessage(body.message, catalogue)
    const names = body.data?.names ?? []
    if (names.length > 0) return `${text}: ${names.join(', ')}`
    const reason = reasonOf(body.data)
    if (reason) return `${text}: ${translateMessage(reason, catalogue)}`
    // Fields that the form has are told beside them; only what has no place comes here.
    const fields = Object.entries(body.data?.fields ?? {}).map(
      ([field, said]) => `${field}: ${translateMessage(said, catalogue)}`,
    )
    return [text, ...fields].join('. ')
  }
  if (isApiError(error) && error.status === 'FETCH_ERROR') return t('offline')
  if (isApiError(error) && error.status === 'TIMEOUT_ERROR') return t('timeout')
  return t('default')
}
