import { useCallback } from 'react'
import { errorBody } from '@/api/errors'
import { useErrorText } from '@/kit/errors'
import { clock } from './week'

/** What a refused reservation is told: the sentence, and the slots where it is about slots. */
export function useRefusal(): (error: unknown) => string {
  const errorText = useErrorText()
  return useCallback(
    (error) => {
      const data = errorBody(error)?.data as { slots?: unknown } | undefined
      const slots = Array.isArray(data?.slots)
        ? data.slots.filter((slot): slot is number => typeof slot === 'number')
        : []
      const text = errorText(error)
      return slots.length > 0 ? `${text}: ${slots.map(clock).join(', ')}` : text
    },
    [errorText],
  )
}
