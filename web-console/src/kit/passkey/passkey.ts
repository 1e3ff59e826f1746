/** Options of WebAuthn in their JSON form, as the server sends them. */
export type PasskeyOptions = Record<string, unknown> | null

/** Whether this browser can hold and ask for passkeys in their JSON form. */
export const isPasskeySupported = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Some servers wrap the options, as `navigator.credentials` itself does. */
const unwrapped = (options: PasskeyOptions): unknown => options?.publicKey ?? options

/** The person gave up, or let the time run out. */
export class PasskeyRefused extends Error {}

/** Asks the person for one of their passkeys. Answers what the server wants to see. */
export async function askForPasskey(options: PasskeyOptions): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    unwrapped(options) as PublicKeyCredentialRequestOptionsJSON,
  )
  return jsonOf(await orRefused(navigator.credentials.get({ publicKey })))
}

/** Has the person make a passkey. */
export async function makePasskey(options: PasskeyOptions): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    unwrapped(options) as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await orRefused(navigator.credentials.create({ publicKey })))
}

async function orRefused(asked: Promise<Credential | null>): Promise<Credential> {
  try {
    const credential = await asked
    if (credential) return credential
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  throw new PasskeyRefused()
}

const jsonOf = (credential: Credential) => ({ ...(credential as PublicKeyCredential).toJSON() })
