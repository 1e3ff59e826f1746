import { useCallback } from 'react'
import { errorBody } from '@/api/errors'
import { useErrorText } from '@/kit/errors'
import { clock } from './week'

/**
 * What a refused reservation is told: the sentence, and the slots that it is about. `when`: what was asked for, in words, where the
 * server says no slots.
 */
export function useRefusal(): (error: unknown, when: string) => string {
  const errorText = useErrorText()
  return useCallback(
    (error, when) => {
      const data = errorBody(error)?.data as { slots?: unknown } | undefined
      const slots = Array.isArray(data?.slots)
        ? data.slots.filter((slot): slot is number => typeof slot === 'number')
        : []
      const text = errorText(error)
      return `${text}: ${slots.length > 0 ? slots.map(clock).join(', ') : when}`
    },
    [errorText],
  )
}
