import { z } from 'zod'
import { issue, nameRule, optionalText, refRule } from '@/kit/form'
import { IDENTIFIER_TYPES, type Identifier, type IdentifierInput, type IdentifierType } from './api'
import { readCard } from './number'

export const MAX_PASSES = 99_999
const MAX_TEXT = 100

export const identifierSchema = z
  .object({
    type: z.enum(IDENTIFIER_TYPES),
    value: z.string().trim(),
    name: nameRule(100),
    description: optionalText(1000),
    owner: refRule.nullable(),
    is_active: z.boolean(),
    period_restrict_active: z.boolean(),
    period_restrict_from: z.string().nullable(),
    period_restrict_to: z.string().nullable(),
    passes_restrict_active: z.boolean(),
    passes_restrict_max_count: z.number().nullable(),
    access_rules: z.array(refRule),
  })
  .superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const problem = valueProblem(values.type, values.value)
    if (problem) refuse('value', problem)
    if (values.period_restrict_active) checkPeriod(values, refuse)
    const passes = values.passes_restrict_max_count
    const isCount = passes !== null && Number.isInteger(passes)
    if (values.passes_restrict_active && !(isCount && passes >= 1 && passes <= MAX_PASSES)) {
      refuse('passes_restrict_max_count', issue('range', { min: 1, max: MAX_PASSES }))
    }
  })

interface PeriodValues {
  period_restrict_from: string | null
  period_restrict_to: string | null
}

function checkPeriod(values: PeriodValues, refuse: (path: string, message: string) => void) {
  const { period_restrict_from: from, period_restrict_to: to } = values
  if (from === null && to === null) {
    refuse('period_restrict_from', 'at least one must have a value')
  }
  if (from !== null && to !== null && Date.parse(from) >= Date.parse(to)) {
    refuse('period_restrict_to', 'must be greater than period_restrict_from')
  }
}

/** Of these the server makes the number of a new identifier, or needs none. */
export const mayBeEmpty = (type: IdentifierType) =>
  type === 'face' || type === 'access_code' || type === 'qr'

/** What is wrong with the number of an identifier, in the server's words. */
export function valueProblem(type: IdentifierType, value: string): string | undefined {
  if (value === '') return mayBeEmpty(type) ? undefined : 'required'
  switch (type) {
    case 'card':
    case 'ukey':
    case 'ukey2': {
      const card = readCard(value)
      return typeof card === 'string' ? card : undefined
    }
    case 'access_code':
      if (!/^\d+$/.test(value)) return 'value must be a number'
      return value.length > 10 ? 'value must have 1 to 10 digits' : undefined
    case 'qr':
      return z.guid().safeParse(value).success ? undefined : 'value must be a uuid'
    case 'license_plate':
      if (!/[\p{L}\d]/u.test(value)) return 'value must be alphanumeric'
      return textProblem(value)
    case 'face':
      return textProblem(value)
  }
}

const textProblem = (value: string) =>
  value.length > MAX_TEXT ? issue('max_length', { max: MAX_TEXT }) : undefined

export type IdentifierForm = z.input<typeof identifierSchema>

export const emptyIdentifier: IdentifierForm = {
  type: 'card',
  value: '',
  name: '',
  description: '',
  owner: null,
  is_active: true,
  period_restrict_active: false,
  period_restrict_from: null,
  period_restrict_to: null,
  passes_restrict_active: false,
  passes_restrict_max_count: 1,
  access_rules: [],
}

export const toIdentifierForm = (row: Identifier): IdentifierForm => ({
  type: row.type ?? 'card',
  value: row.value,
  name: row.name,
  description: row.description ?? '',
  owner: row.owner,
  is_active: row.is_active,
  period_restrict_active: row.period_restrict_active,
  period_restrict_from: row.period_restrict_from,
  period_restrict_to: row.period_restrict_to,
  passes_restrict_active: row.passes_restrict_active,
  passes_restrict_max_count: row.passes_restrict_max_count,
  access_rules: row.access_rules,
})

/** What a restriction that is off would say is sent as if it were empty. */
export const toIdentifierBody = (values: z.output<typeof identifierSchema>): IdentifierInput => ({
  ...values,
  period_restrict_from: values.period_restrict_active ? values.period_restrict_from : null,
  period_restrict_to: values.period_restrict_active ? values.period_restrict_to : null,
  passes_restrict_max_count: values.passes_restrict_active
    ? (values.passes_restrict_max_count ?? 1)
    : 1,
})
