import { z } from 'zod'
import { issue, nameRule, PASSWORD_LENGTH, refRule } from '@/kit/form'

/** What a token may do: a preset, or rights of one's own. */
export const PRESETS = ['all', 'read_only', 'chosen'] as const
/** Those of the project: their role says what they may do. */
export const SERVICE_PRESETS = ['all', 'read_only'] as const

/** Days until a token expires; the server takes 1 to 366. */
export const DAYS = [7, 30, 90, 180, 365] as const

const DAY_MS = 24 * 60 * 60 * 1000

const common = {
  name: nameRule(31),
  preset: z.enum(PRESETS),
  codes: z.array(z.string()),
  days: z.number(),
  /** Blank of whoever has none; the server says when it is required. */
  password: z.string().max(PASSWORD_LENGTH.max, issue('max_length', { max: PASSWORD_LENGTH.max })),
}

const EMPTY = { name: '', preset: 'read_only' as const, codes: [], days: 90, password: '' }

export const ownSchema = z.object(common).superRefine(({ preset, codes }, context) => {
  if (preset === 'chosen' && codes.length === 0)
    context.addIssue({ code: 'custom', path: ['codes'], message: issue('not_empty') })
})

export const serviceSchema = z.object({
  ...common,
  role: refRule.nullable().refine((role) => role !== null, issue('required')),
  domains: z.array(refRule),
})

export type OwnForm = z.input<typeof ownSchema>
export type ServiceForm = z.input<typeof serviceSchema>

export const emptyOwn: OwnForm = EMPTY
export const emptyService: ServiceForm = { ...EMPTY, role: null, domains: [] }

type Values = z.output<typeof ownSchema>

export const toOwnBody = ({ name, preset, codes, days, password }: Values, now: Date) => ({
  name,
  password,
  scopes: preset === 'chosen' ? codes : [preset],
  expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
})

export const toServiceBody = (values: z.output<typeof serviceSchema>, now: Date) => ({
  ...toOwnBody(values, now),
  role: values.role,
  domains: values.domains,
})
