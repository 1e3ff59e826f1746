import { useCallback, useEffect } from 'react'
import { useCheckAccessMutation, type CheckAccessResponse } from '@/api/generated/access-checks'
import { requestOf, type Question } from './question'

export interface AnswerState {
  data: CheckAccessResponse | undefined
  error: unknown
  isAsking: boolean
  /** Asks again: "now" moves on. */
  ask: () => void
}

/** The server's decision, asked anew whenever the question changes. */
export function useAnswer(question: Question): AnswerState {
  const [check, { data, error, isLoading }] = useCheckAccessMutation()
  const request = requestOf(question)
  const body = request && JSON.stringify(request)

  const ask = useCallback(() => {
    if (body === undefined) return undefined
    return check({ checkAccessRequestInput: JSON.parse(body) as NonNullable<typeof request> })
  }, [body, check])
  useEffect(() => {
    const running = ask()
    return () => running?.abort()
  }, [ask])
  return { data, error, isAsking: isLoading, ask: () => void ask() }
}
