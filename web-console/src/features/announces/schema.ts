import { z } from 'zod'
import { issue, nameRule, optionalText, refRule } from '@/kit/form'
import type { Announce, AnnounceInput } from './api'
import { toBody, toEditedText } from './body'

export const TYPES = ['info', 'poll'] as const
export const CHANNELS = ['email', 'app', 'both'] as const

export const MAX_QUESTIONS = 20
export const MAX_ANSWERS = 20

/** A question counts in a poll only; an info may have one that is empty. */
const questionRule = z.object({
  text: z
    .string()
    .trim()
    .max(300, issue('max_length', { max: 300 })),
  /** A line each. */
  answers: z.string(),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const announceSchema = z
  .object({
    name: nameRule(100),
    description: optionalText(1000),
    subject: nameRule(200),
    type: z.enum(TYPES),
    questions: z.array(questionRule).max(MAX_QUESTIONS),
    poll_multi_answers_allowed: z.boolean(),
    poll_user_answer_allowed: z.boolean(),
    is_anonymous: z.boolean(),
    send_via: z.enum(CHANNELS),
    body: z
      .string()
      .trim()
      .min(1, issue('required'))
      .max(50_000, issue('max_length', { max: 50_000 })),
    use_owner_info: z.boolean(),
    users: z.array(refRule),
    domains: z.array(refRule),
    execute_at: z.string().nullable(),
    ends_at: z.string().nullable(),
  })
  .superRefine((values, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (values.users.length + values.domains.length === 0) add(['domains'], issue('not_empty'))
    if (values.ends_at && values.execute_at && values.ends_at <= values.execute_at)
      add(['ends_at'], 'must be greater than execute_at')
    if (values.type !== 'poll') return
    if (values.questions.length === 0) add(['questions'], issue('not_empty'))
    for (const [at, { text, answers }] of values.questions.entries()) {
      if (text === '') add(['questions', at, 'text'], issue('required'))
      const lines = linesOf(answers)
      const path = ['questions', at, 'answers']
      if (lines.length === 0 && !values.poll_user_answer_allowed) add(path, issue('not_empty'))
      if (lines.length > MAX_ANSWERS) add(path, 'too many values')
      if (new Set(lines).size < lines.length) add(path, 'value must be unique')
      if (lines.some((line) => line.length > 200)) add(path, issue('max_length', { max: 200 }))
    }
  })

export type AnnounceForm = z.input<typeof announceSchema>

export const emptyQuestion = { text: '', answers: '' }

export const emptyAnnounce: AnnounceForm = {
  name: '',
  description: null,
  subject: '',
  type: 'info',
  questions: [emptyQuestion],
  poll_multi_answers_allowed: false,
  poll_user_answer_allowed: false,
  is_anonymous: false,
  send_via: 'both',
  body: '',
  use_owner_info: false,
  users: [],
  domains: [],
  execute_at: null,
  ends_at: null,
}

export const toAnnounceForm = (announce: Announce): AnnounceForm => ({
  name: announce.name,
  description: announce.description,
  subject: announce.subject,
  type: announce.type ?? 'info',
  questions: (announce.type_info?.questions ?? []).map(({ text, answers }) => ({
    text,
    answers: answers.join('\n'),
  })),
  poll_multi_answers_allowed: announce.type_info?.poll_multi_answers_allowed ?? false,
  poll_user_answer_allowed: announce.type_info?.poll_user_answer_allowed ?? false,
  is_anonymous: announce.is_anonymous,
  send_via: announce.send_via ?? 'email',
  body: toEditedText(announce.body),
  use_owner_info: announce.use_owner_info,
  users: announce.users,
  domains: announce.domains,
  execute_at: announce.execute_at,
  ends_at: announce.ends_at,
})

export function toAnnounceBody(values: z.output<typeof announceSchema>): AnnounceInput {
  const { questions, poll_multi_answers_allowed, poll_user_answer_allowed, ...rest } = values
  const isPoll = values.type === 'poll'
  return {
    ...rest,
    body: toBody(values.body),
    type_info: {
      questions: isPoll
        ? questions.map(({ text, answers }) => ({ text, answers: linesOf(answers) }))
        : [],
      poll_multi_answers_allowed,
      poll_user_answer_allowed,
    },
  }
}
