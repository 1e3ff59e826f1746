import { z } from 'zod'
import {
  emailRule,
  issue,
  maskedPassword,
  optionalText,
  nameRule,
  PASSWORD_MASK,
  phoneRule,
  refRule,
} from '@/kit/form'
import type { User, UserInput } from './api'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 256

/** Blank, or a text that passes; blank becomes null. */
const blankOr = (rule: z.ZodType<string>, key: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || rule.safeParse(text).success, issue(key))
    .transform((text) => text || null)

export const userSchema = z
  .object({
    name: nameRule(100),
    // No "@", so that a login is never somebody's e-mail.
    login: blankOr(z.string().regex(/^[\w.-]{1,64}$/), 'slug'),
    email: blankOr(emailRule, 'email'),
    password: maskedPassword(MIN_PASSWORD, MAX_PASSWORD),
    role: refRule.nullable().refine((role) => role !== null, issue('required')),
    domains: z
      .array(refRule)
      .min(1, 'at least one group must be selected')
      .max(100, 'too many groups'),
    is_active: z.boolean(),
    description: optionalText(1000),
    profile: z.object({ phone: blankOr(phoneRule, 'phone'), address: optionalText(500) }),
  })
  .superRefine(({ password, email, login }, context) => {
    if (password !== null && email === null && login === null) {
      context.addIssue({
        code: 'custom',
        path: ['email'],
        message: 'e-mail required for registration',
      })
    }
  })

export type UserForm = z.input<typeof userSchema>

export const emptyUser: UserForm = {
  name: '',
  login: '',
  email: '',
  password: '',
  role: null,
  domains: [],
  is_active: true,
  description: '',
  profile: { phone: '', address: '' },
}

export const toUserForm = (user: User): UserForm => ({
  name: user.name,
  login: user.login ?? '',
  email: user.email ?? '',
  password: user.password === null ? '' : PASSWORD_MASK,
  role: user.role,
  domains: user.domains,
  is_active: user.is_active,
  description: user.description ?? '',
  profile: { phone: user.profile?.phone ?? '', address: user.profile?.address ?? '' },
})

/** An untouched password is left out: it stays what it is. */
export const toUserBody = ({ password, ...values }: z.output<typeof userSchema>): UserInput =>
  password === null ? values : { ...values, password }
