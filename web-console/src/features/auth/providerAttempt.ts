const KEY = 'providerSignIn'

/** A sign-in by a provider that has been begun in this window. */
export interface ProviderAttempt {
  /** What the provider must send back: an answer to somebody else's attempt is refused. */
  state: string
  remember: boolean
  /** Where the person wanted to go. */
  wanted: string
}

export const keepAttempt = (attempt: ProviderAttempt): void =>
  sessionStorage.setItem(KEY, JSON.stringify(attempt))

/** The attempt that a returning browser belongs to; undefined when it is none of this window. */
export function attemptOf(state: string | null): ProviderAttempt | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null || !state) return undefined
  try {
    const attempt = JSON.parse(text) as ProviderAttempt
    return attempt.state === state ? attempt : undefined
  } catch {
    return undefined
  }
}

/** An answer is good once. */
export const forgetAttempt = (): void => sessionStorage.removeItem(KEY)
