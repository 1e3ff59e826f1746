import { z } from 'zod'
import { issue, nameRule, PASSWORD_MASK, refRule, secretRule, urlRule } from '@/kit/form'
import type { Integration, IntegrationInput, IntegrationType } from './api'

export const INTEGRATION_TYPES = [
  'axxon_one',
  'barrier',
] as const satisfies readonly IntegrationType[]

/** Keys of their names; a key that ends as a plural would be taken for one. */
export const TYPE_KEYS = { axxon_one: 'axxon', barrier: 'barrier' } as const

/** Groups that may use one integration, besides its own. */
const MAX_GROUPS = 500

const userName = z
  .string()
  .trim()
  .max(255, issue('max_length', { max: 255 }))
const axxonSchema = z.object({
  server_url: urlRule,
  user_name: userName.min(1, issue('required')),
  password: secretRule(255),
})
const barrierSchema = z.object({ server_url: urlRule, token: secretRule(500) })

/** A part of the form that may not be shown: what it holds is checked once it is. */
const shownAs = { axxon_one: axxonSchema, barrier: barrierSchema } as const

/** One server of another system; what it is asked with depends on the system. */
export const integrationSchema = z
  .object({
    type: z.enum(INTEGRATION_TYPES),
    name: nameRule(100),
    /** Null: the project's own. */
    domain: refRule.nullable(),
    domains: z.array(refRule).max(MAX_GROUPS),
    is_active: z.boolean(),
    axxon_one_settings: z.object({
      server_url: z.string(),
      user_name: z.string(),
      password: z.string().nullable(),
    }),
    barrier_settings: z.object({ server_url: z.string(), token: z.string().nullable() }),
  })
  .superRefine((values, context) => {
    const part = `${values.type}_settings` as const
    const checked = shownAs[values.type].safeParse(values[part])
    for (const { path, message } of checked.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [part, ...path], message })
    }
  })

export type IntegrationForm = z.input<typeof integrationSchema>

export const INTEGRATION_PARTS = Object.keys(integrationSchema.shape)

export const emptyIntegration: IntegrationForm = {
  type: 'axxon_one',
  name: '',
  domain: null,
  domains: [],
  is_active: true,
  axxon_one_settings: { server_url: '', user_name: '', password: '' },
  barrier_settings: { server_url: '', token: '' },
}

const mask = (secret: string | null) => (secret ? PASSWORD_MASK : '')

export function toIntegrationForm(row: Integration): IntegrationForm {
  const { axxon_one_settings: axxon, barrier_settings: barrier } = row
  return {
    type: row.type ?? 'axxon_one',
    name: row.name,
    domain: row.domain,
    domains: row.domains,
    is_active: row.is_active,
    axxon_one_settings: axxon
      ? { ...axxon, password: mask(axxon.password) }
      : emptyIntegration.axxon_one_settings,
    barrier_settings: barrier
      ? { ...barrier, token: mask(barrier.token) }
      : emptyIntegration.barrier_settings,
  }
}

/** The settings of the chosen system, and those of no other. */
export function toIntegrationBody(values: z.output<typeof integrationSchema>): IntegrationInput {
  const { domain, axxon_one_settings, barrier_settings, ...rest } = values
  const settings =
    values.type === 'axxon_one'
      ? { axxon_one_settings: axxonSchema.parse(axxon_one_settings) }
      : { barrier_settings: barrierSchema.parse(barrier_settings) }
  return { ...rest, domain_id: domain?.id ?? null, ...settings }
}
