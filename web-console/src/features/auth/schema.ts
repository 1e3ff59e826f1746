import { z } from 'zod'
import {
  codeRule,
  emailRule,
  issue,
  knownPasswordRule,
  nameRule,
  newPasswordRule,
} from '@/kit/form/rules'

const email = z.string().trim().min(1, issue('required')).pipe(emailRule)

export const registrationSchema = z.object({
  name: nameRule(100),
  login: email,
  password: newPasswordRule,
})

export const confirmationSchema = z.object({ code: codeRule })

/** Of who is signed in, and signs in once more. */
export const signInAgainSchema = z.object({ login: nameRule(254), password: knownPasswordRule })

/** Six digits of an authenticator. */
export const secondFactorSchema = z.object({ code: codeRule })

/** The account's password, in the place of a code. */
export const passwordFactorSchema = z.object({ code: knownPasswordRule })

/** A recovery code, as it was written down. */
export const recoveryCodeSchema = z.object({ code: nameRule(64) })

export const recoverySchema = z.object({ email })
export const newPasswordSchema = z.object({ password: newPasswordRule })
export const acceptSchema = z.object({ password: knownPasswordRule })

/** A project's invitation code. */
export const codeSchema = z.object({ code: nameRule(100) })

export const selfRegistrationSchema = z.object({
  user_name: nameRule(100),
  user_email: email,
  user_type: z.string(),
  object_name: nameRule(100),
  user_password: newPasswordRule,
})
