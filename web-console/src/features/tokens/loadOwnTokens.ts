/** Behind a function, so that the profile loads them with their tab. */
export const loadOwnTokens = async () => ({ default: (await import('./OwnTokens')).OwnTokens })
