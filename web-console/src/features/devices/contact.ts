export type ContactProblem = 'login' | 'noLogin' | 'address' | 'unreachable'

/** Why the platform cannot call a device, in the words of the service. */
export function contactProblem(error: string): ContactProblem {
  if (error.includes('address is not set')) return 'address'
  if (error.includes('login and password')) return error.includes('not set') ? 'noLogin' : 'login'
  return 'unreachable'
}
