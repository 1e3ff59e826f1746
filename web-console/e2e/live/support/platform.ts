import { readFileSync } from 'node:fs'
import { Simulator } from './simulator'

export interface Account {
  email: string
  password: string
}

/** The account of a role on the demonstration site, from the file that `vestibule demo` wrote. */
export function accountOf(role: string): Account {
  for (const line of readFileSync(setting('VESTIBULE_ACCOUNTS'), 'utf8').split('\n')) {
    const [email, password, of] = line.trim().split(/\s{2,}/)
    if (email && password && of === role) return { email, password }
  }
  throw new Error(`the demonstration site has no ${role}`)
}

export const simulator = () => new Simulator(setting('VESTIBULE_SIMULATOR'))

export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: these tests are run by ./dev test e2e`)
  return value
}
