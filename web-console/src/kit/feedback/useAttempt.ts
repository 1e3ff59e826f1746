import { useCallback } from 'react'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'
import { useConfirm, type Question } from './useConfirm'

/** Does something, and answers in which words that is told. */
type Act = () => Promise<string>

/**
 * Does something and says that it is done, or why it is not; what cannot be undone is asked first.
 * True when it was done.
 */
export function useAttempt(): (act: Act, question?: Question) => Promise<boolean> {
  const confirm = useConfirm()
  const errorText = useErrorText()
  return useCallback(
    async (act, question) => {
      if (question && !(await confirm(question))) return false
      try {
        alerts.success(await act())
        return true
      } catch (error) {
        alerts.error(errorText(error))
        return false
      }
    },
    [confirm, errorText],
  )
}
