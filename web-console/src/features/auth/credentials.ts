import { issue } from '@/kit/form/issue'

export interface Credentials {
  login: string
  password: string
}

export type CredentialErrors = Partial<Credentials>

/** Longest e-mail or login, and password, that the server takes. */
const MAX_LENGTH: Record<keyof Credentials, number> = { login: 254, password: 256 }

/** What is wrong with a login and a password, or the two as they are sent. Checked without zod, which the sign-in page does not load. */
export function checkCredentials(values: Credentials): {
  wrong?: CredentialErrors
  input: Credentials
} {
  const input = { login: values.login.trim(), password: values.password }
  const wrong: CredentialErrors = {}
  for (const name of ['login', 'password'] as const) {
    if (input[name] === '') wrong[name] = issue('required')
    else if (input[name].length > MAX_LENGTH[name]) {
      wrong[name] = issue('max_length', { max: MAX_LENGTH[name] })
    }
  }
  return Object.keys(wrong).length > 0 ? { wrong, input } : { input }
}
