import { useEffect, useMemo, useState } from 'react'
import type { Id } from '@/api/types'
import { usePlanGroupsMutation, type GroupPlan, type PlannedGroup } from '../api'
import { generateSchema, toPlanRequest, type GenerateForm } from './schema'

/** Milliseconds without a change before the server is asked for a plan. */
const PAUSE = 350

interface Answered {
  /** What the plan answers to. */
  question: string
  plan?: GroupPlan
  error?: unknown
}

/** The plan for what stands in the form, a moment behind; names that a person wrote stay. */
export function usePlan(id: Id, values: GenerateForm) {
  const [ask] = usePlanGroupsMutation()
  const parsed = useMemo(() => generateSchema.safeParse(values), [values])
  const [attempt, setAttempt] = useState(0)
  // The same values are another question once somebody asks again.
  const question = parsed.success ? JSON.stringify([toPlanRequest(parsed.data), attempt]) : ''
  const [answered, setAnswered] = useState<Answered>({ question: '' })
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())

  useEffect(() => {
    if (!question) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      const [body] = JSON.parse(question) as [ReturnType<typeof toPlanRequest>]
      ask({ id, body })
        .unwrap()
        .then((plan) => {
          if (isOver) return
          setAnswered({ question, plan })
          // Another plan has other groups below the same keys.
          setNames(new Map())
        })
        .catch((error: unknown) => {
          if (!isOver) setAnswered((old) => ({ ...old, question, error }))
        })
    }, PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask, id, question])

  const items = useMemo(() => withNames(answered.plan?.items ?? [], names), [answered.plan, names])
  const isCurrent = question !== '' && answered.question === question
  return {
    items,
    counts: answered.plan?.counts ?? undefined,
    error: isCurrent ? answered.error : undefined,
    /** The plan shown is not that of the values in the form. */
    isStale: !isCurrent,
    retry: () => setAttempt(attempt + 1),
    rename: (key: number, name: string) => setNames((old) => new Map(old).set(key, name)),
  }
}

/** The plan with the names that a person gave. */
export function withNames(items: PlannedGroup[], names: ReadonlyMap<number, string>) {
  if (names.size === 0) return items
  return items.map((group) => {
    const name = names.get(group.key)
    return name === undefined ? group : { ...group, name }
  })
}
