import type { CallCredentials } from '@/api/generated/calls'
import type { SipAccount } from '../sip/port'

/** What the phone registers with; undefined for somebody without a number. */
export function accountOf(credentials: CallCredentials): SipAccount | undefined {
  const { number, host, port, transport, realm, user_name, password } = credentials
  if (!number || !host) return undefined
  return {
    number,
    realm,
    address: `${transport}://${host}:${port}`,
    userName: user_name,
    password,
    iceServers: credentials.ice_servers.map(({ urls, username, credential }) => ({
      urls,
      ...(username !== null && { username }),
      ...(credential !== null && { credential }),
    })),
  }
}

/** The same phone at the same place: newer credentials can be put in its place. */
export const isSameAccount = (one: SipAccount, other: SipAccount) =>
  one.number === other.number && one.realm === other.realm && one.address === other.address

/** What is left of a validity when credentials are fetched anew, and the soonest that they are. */
const RENEW_AT = 0.8
const SOONEST = 10_000
/** More than a timer of a browser can hold. */
const LONGEST = 86_400_000

/** Milliseconds until credentials are fetched anew, well before they expire. */
export function renewalDelay(expiresAt: string | null, now: number): number | undefined {
  if (expiresAt === null) return undefined
  const left = new Date(expiresAt).getTime() - now
  return Math.min(Math.max(left * RENEW_AT, SOONEST), LONGEST)
}
