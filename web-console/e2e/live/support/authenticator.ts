import type { CDPSession, Page } from '@playwright/test'

/** A fingerprint reader of a page's browser, which somebody always touches when it asks. */
export class Authenticator {
  private readonly devtools: CDPSession
  private readonly id: string

  private constructor(devtools: CDPSession, id: string) {
    this.devtools = devtools
    this.id = id
  }

  static async of(page: Page): Promise<Authenticator> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Authenticator(devtools, authenticatorId)
  }

  /** How many passkeys it keeps. */
  async size(): Promise<number> {
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', {
      authenticatorId: this.id,
    })
    return credentials.length
  }

  /** Another finger: it refuses from now on, or takes what it refused. */
  async recognises(isRight: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setUserVerified', {
      authenticatorId: this.id,
      isUserVerified: isRight,
    })
  }
}
