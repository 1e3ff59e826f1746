import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isKnownCode, rawWords } from './codes'

/** The words of an event code in the language of the interface. */
export function useEventWords(): (code: string) => string {
  const { t } = useTranslation('events')
  return useCallback(
    (code) => (isKnownCode(code) ? t(`options.codes.${code}`) : rawWords(code)),
    [t],
  )
}
