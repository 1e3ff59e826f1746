import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventWords } from '@/features/events'
import { isCommand, isKnownError } from './codes'

/** The words of a code: the platform's commands have their own, reports those of all devices. */
export function useElevatorEventWords(): (code: string) => string {
  const { t } = useTranslation('elevators')
  const words = useEventWords()
  return useCallback(
    (code) => (isCommand(code) ? t(`options.commands.${code}`) : words(code)),
    [t, words],
  )
}

/** Why something failed: in words where there are some, else as the device says it. */
export function useFailureWords(): (error: string) => string {
  const { t } = useTranslation('elevators')
  return useCallback((error) => (isKnownError(error) ? t(`options.errors.${error}`) : error), [t])
}
