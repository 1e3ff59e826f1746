import { z } from 'zod'
import type { ForwardQueue } from '@/api/generated/forward-rules'
import { issue, phoneRule, rangeRule, refRule } from '@/kit/form'
import { WEEKDAYS } from '@/kit/time'

/* The shape is that of the API, so that what the server finds wrong lands on its field. */

export const MAX_QUEUES = 20
const MAX_NUMBERS = 20
/** A whole day in seconds: the latest end of a period. */
export const DAY = 86_400

const paramsSchema = z.object({
  timeout: rangeRule(5, 600),
  days: z.array(z.enum(WEEKDAYS)).min(1, issue('not_empty')),
  period: z
    .object({ from: z.number().min(0).max(DAY), to: z.number().min(0).max(DAY) })
    .refine(({ from, to }) => from !== to, issue('same_time'))
    .nullable(),
  trunk_numbers: z
    .array(z.object({ number: phoneRule, trunk: refRule.nullable() }))
    .max(MAX_NUMBERS, issue('max_items', { max: MAX_NUMBERS })),
})

/** Numbers that ring together, when, for how long, and what comes next. */
export const queueSchema = z
  .object({
    numbers: z
      .array(z.string().regex(/^\d{1,12}$/, issue('number')))
      .max(MAX_NUMBERS, issue('max_items', { max: MAX_NUMBERS })),
    params: paramsSchema,
    redirect_if_no_answer: z.object({ is_immediately: z.boolean(), timeout: rangeRule(0, 600) }),
    redirect_if_error: z.object({ enabled: z.boolean(), timeout: rangeRule(0, 600) }),
  })
  .superRefine(({ numbers, params }, context) => {
    if (numbers.length === 0 && params.trunk_numbers.length === 0) {
      context.addIssue({ code: 'custom', path: ['numbers'], message: issue('not_empty') })
    }
  })

/** Queues that are to be followed: one at least, each of them sound. Paths are those within the list. */
export function checkQueues(
  queues: readonly QueueForm[],
  refuse: (path: PropertyKey[], message: string) => void,
): void {
  if (queues.length === 0) refuse([], issue('not_empty'))
  if (queues.length > MAX_QUEUES) refuse([], issue('max_items', { max: MAX_QUEUES }))
  for (const [at, queue] of queues.entries()) {
    for (const { path, message } of queueSchema.safeParse(queue).error?.issues ?? []) {
      refuse([at, ...path], message)
    }
  }
}

/** Without those that are still being written. */
export const wholeQueues = (queues: readonly QueueForm[]): QueueForm[] =>
  queues.filter((queue) => queueSchema.safeParse(queue).success)

export type QueueForm = z.input<typeof queueSchema>
export type Queue = z.output<typeof queueSchema>

/** A new queue, with the defaults of the specification. */
export const emptyQueue = (): QueueForm => ({
  numbers: [],
  params: { timeout: 60, days: [...WEEKDAYS], period: null, trunk_numbers: [] },
  redirect_if_no_answer: { is_immediately: false, timeout: 10 },
  redirect_if_error: { enabled: false, timeout: 0 },
})

export function toQueueForm(queue: ForwardQueue): QueueForm {
  const empty = emptyQueue()
  return {
    numbers: queue.numbers,
    params: queue.params ?? empty.params,
    redirect_if_no_answer: queue.redirect_if_no_answer ?? empty.redirect_if_no_answer,
    redirect_if_error: queue.redirect_if_error ?? empty.redirect_if_error,
  }
}
