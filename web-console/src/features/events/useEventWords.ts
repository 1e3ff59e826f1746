import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isKnownCode, rawWords } from './codes'

/** What a panel reports of an opening by the platform, whoever asked for it. */
const OPENED_BY_API = 'access_granted_by_api_call'

/**
 * The words of an event code in the language of the interface. With an identifier, the platform opened by the link of a
 * guest's key, and not for somebody at the console.
 */
export function useEventWords(): (code: string, identifier?: unknown) => string {
  const { t } = useTranslation('events')
  return useCallback(
    (code, identifier) => {
      if (code === OPENED_BY_API && identifier) return t('options.openedByGuestLink')
      return isKnownCode(code) ? t(`options.codes.${code}`) : rawWords(code)
    },
    [t],
  )
}
