import { z } from 'zod'
import {
  checkQueues,
  emptyQueue,
  toQueueForm,
  wholeQueues,
  type QueueForm,
} from '@/features/forward-rules'
import { issue, optionalText, PASSWORD_MASK, refRule } from '@/kit/form'
import { FORWARD_MODES, type SipNumber, type SipNumberInput } from './api'

/** Whose a number is: of one of these at most. */
export const OWNERS = ['nobody', 'user', 'device', 'group'] as const
export type Owner = (typeof OWNERS)[number]

export const PASSWORD = { min: 8, max: 31 }

const passwordRule = z.string().superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (text === '' || text === PASSWORD_MASK) return
  if (text.length < PASSWORD.min) refuse(issue('min_length', { min: PASSWORD.min }))
  else if (text.length > PASSWORD.max) refuse(issue('max_length', { max: PASSWORD.max }))
  else if (!/^[\da-z]+$/i.test(text) || ![/\d/, /[a-z]/, /[A-Z]/].every((one) => one.test(text))) {
    refuse(issue('sip_password'))
  }
})

export const sipNumberSchema = z
  .object({
    number: z
      .string()
      .trim()
      .regex(/^\d{0,12}$/, issue('number')),
    name: optionalText(100),
    password: passwordRule,
    is_active: z.boolean(),
    is_reserved: z.boolean(),
    is_system: z.boolean(),
    owner: z.enum(OWNERS),
    user: refRule.nullable(),
    device: refRule.nullable(),
    domain: refRule.nullable(),
    forward_mode: z.enum(FORWARD_MODES),
    // Looked at below, and only while they count.
    forward_rules: z.array(z.custom<QueueForm>()),
    forward_group: refRule.nullable(),
  })
  .superRefine((values, context) => {
    const refuse = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    checkOwner(values, (path, message) => refuse([path], message))
    if (values.forward_mode === 'picked' && !values.forward_group) {
      refuse(['forward_group'], issue('required'))
    }
    if (values.forward_mode === 'manual') {
      checkQueues(values.forward_rules, (path, message) =>
        refuse(['forward_rules', ...path], message),
      )
    }
  })

interface OwnerValues {
  owner: Owner
  user: unknown
  device: unknown
  domain: unknown
  is_reserved: boolean
}

/** What a number belongs to must be said, and a reserved one belongs to nobody. */
function checkOwner(values: OwnerValues, refuse: (path: string, message: string) => void) {
  const { owner, is_reserved } = values
  if (owner === 'user' && !values.user) refuse('user', issue('required'))
  if (owner === 'device' && !values.device) refuse('device', issue('required'))
  const knowsGroup = owner === 'user' || owner === 'device'
  if (!knowsGroup && !values.domain) refuse('domain', 'at least one group must be selected')
  if (is_reserved && owner !== 'nobody') refuse('is_reserved', 'a reserved number is kept free')
}

export type SipNumberForm = z.input<typeof sipNumberSchema>

export const emptySipNumber: SipNumberForm = {
  number: '',
  name: '',
  password: '',
  is_active: true,
  is_reserved: false,
  is_system: false,
  owner: 'user',
  user: null,
  device: null,
  domain: null,
  forward_mode: 'disabled',
  forward_rules: [emptyQueue()],
  forward_group: null,
}

export const ownerOf = (number: Pick<SipNumber, 'is_general' | 'user' | 'device'>): Owner => {
  if (number.is_general) return 'group'
  if (number.user) return 'user'
  return number.device ? 'device' : 'nobody'
}

export const toSipNumberForm = (number: SipNumber): SipNumberForm => ({
  number: number.number,
  name: number.name,
  password: PASSWORD_MASK,
  is_active: number.is_active ?? true,
  is_reserved: number.is_reserved,
  is_system: number.is_system,
  owner: ownerOf(number),
  user: number.user,
  device: number.device,
  domain: number.domain,
  forward_mode: number.forward_mode ?? 'disabled',
  forward_rules: number.forward_rules.map(toQueueForm),
  forward_group: number.forward_group,
})

/** What does not count is left out or empty: an untouched password, the other owners, drafts of queues. */
export function toSipNumberBody(values: z.output<typeof sipNumberSchema>): SipNumberInput {
  const { owner, number, password, domain, user, device, forward_rules, ...rest } = values
  const isManual = rest.forward_mode === 'manual'
  return {
    ...rest,
    ...(number !== '' && { number }),
    ...(password !== '' && password !== PASSWORD_MASK && { password }),
    ...(domain && { domain }),
    name: rest.name ?? '',
    user: owner === 'user' ? user : null,
    device: owner === 'device' ? device : null,
    is_general: owner === 'group',
    forward_rules: isManual ? forward_rules : wholeQueues(forward_rules),
  }
}
