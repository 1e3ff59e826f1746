import { z } from 'zod'
import { valueProblem } from '@/features/identifiers'
import { issue, refRule, someOf } from '@/kit/form'
import { NEW_TIMES, type When } from './schedule'

const whenRule = z.union([z.literal('any'), z.enum(NEW_TIMES), z.number()])

export const giveSchema = z
  .object({
    users: z.array(refRule),
    domains: z.array(refRule),
    identifiers: z.array(refRule),
    /** The number of a new card of the one person; empty for none. */
    card: z.string().trim(),
    doors: someOf(refRule),
    when: whenRule,
    until: z.string().nullable(),
  })
  .superRefine(({ users, domains, identifiers, card }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (users.length + domains.length + identifiers.length === 0) {
      refuse('domains', issue('not_empty'))
    }
    const problem = card === '' ? undefined : valueProblem('card', card)
    if (problem) refuse('card', problem)
  })

export type GiveForm = Omit<z.input<typeof giveSchema>, 'when'> & { when: When }
