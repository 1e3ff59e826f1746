import { useEffect, useMemo, useState } from 'react'
import { errorBody } from '@/api/errors'
import { useServerMessage } from '@/kit/errors'
import { usePreviewTimeRuleMutation } from './api'
import { recurrenceSchema, toTimeRuleBody, type TimeRuleForm } from './schema'

/** Milliseconds without a change before the server is asked. */
const PAUSE = 350

/** The server's periods of a schedule that is being edited, asked anew after each pause. */
export function usePreview(values: TimeRuleForm, from: Date, to: Date) {
  const [ask, answer] = usePreviewTimeRuleMutation()
  const message = useServerMessage()
  const parsed = useMemo(() => recurrenceSchema.safeParse(values), [values])
  // The same question is not asked twice: what counts is what is sent.
  const body = parsed.success ? JSON.stringify(toTimeRuleBody(parsed.data)) : ''
  const [settled, setSettled] = useState(body)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(body), PAUSE)
    return () => clearTimeout(timer)
  }, [body])

  useEffect(() => {
    if (settled === '') return undefined
    const time_rule = JSON.parse(settled) as ReturnType<typeof toTimeRuleBody>
    const request = ask({
      previewTimeRuleRequestInput: {
        time_rule: { ...time_rule, name: '' },
        from: from.toISOString(),
        to: to.toISOString(),
      },
    })
    return () => request.abort()
  }, [settled, ask, from, to])

  const problem = Object.values(errorBody(answer.error)?.data?.fields ?? {})[0]
  return {
    data: answer.data,
    isComplete: parsed.success,
    isStale: answer.isLoading || settled !== body,
    error: problem === undefined ? answer.error : undefined,
    /** What the server has against the schedule, in words. */
    problem: problem === undefined ? undefined : message(problem),
  }
}
