import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { formTexts } from '@/kit/fields'
import {
  blankOr,
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
import { userFields } from './fields'

/** Users who may be linked with one. */
const MAX_LINKED = 50

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 256

const texts = formTexts(userFields, LIMITS.User)

export const userSchema = z
  .object({
    ...texts.shape,
    name: nameRule(LIMITS.User.name.maxLength),
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
    elevator_access_disabled: z.boolean(),
    markers: z.array(refRule),
    linked_users: z.array(refRule).max(MAX_LINKED, issue('max_items', { max: MAX_LINKED })),
    /** Asked of a new user only. */
    send_registration_link: z.boolean(),
    profile: z.object({
      phone: blankOr(phoneRule, 'phone'),
      address: optionalText(LIMITS.UserDetails.address.maxLength),
    }),
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
  ...texts.empty,
  name: '',
  login: '',
  email: '',
  password: '',
  role: null,
  domains: [],
  is_active: true,
  elevator_access_disabled: false,
  markers: [],
  linked_users: [],
  send_registration_link: true,
  profile: { phone: '', address: '' },
}

export const toUserForm = (user: User): UserForm => ({
  ...texts.toForm(user),
  name: user.name,
  login: user.login ?? '',
  email: user.email ?? '',
  password: user.password === null ? '' : PASSWORD_MASK,
  role: user.role,
  domains: user.domains,
  is_active: user.is_active,
  elevator_access_disabled: user.elevator_access_disabled,
  markers: user.markers.map(({ id, name }) => ({ id, name })),
  linked_users: user.linked_users,
  send_registration_link: true,
  profile: { phone: user.profile?.phone ?? '', address: user.profile?.address ?? '' },
})

/** An untouched password is left out: it stays what it is. A link is sent only where it can be and is of use. */
export const toUserBody = ({ password, ...form }: z.output<typeof userSchema>): UserInput => {
  const send_registration_link = form.send_registration_link && Boolean(form.email) && !password
  const values = { ...form, send_registration_link }
  return password === null ? values : { ...values, password }
}
