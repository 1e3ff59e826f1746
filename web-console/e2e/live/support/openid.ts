import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Whom the provider vouches for. */
export interface Person {
  subject: string
  name: string
  email: string
  isVerified: boolean
}

interface Grant {
  person: Person
  nonce: string
  challenge: string
  redirect: string
}

const SECRET = 'the secret of the client'

/**
 * An OpenID Connect provider on this machine, with a page where each of its people is a button: the
 * authorization code flow with PKCE, and tokens signed by a key of its own.
 */
export class OpenIdProvider {
  readonly clientId = 'vestibule'
  readonly clientSecret = SECRET
  private readonly server: Server
  private readonly people: Person[]
  private readonly grants = new Map<string, Grant>()
  private readonly privateKey: KeyObject
  private readonly publicKey: KeyObject

  private constructor(people: Person[]) {
    this.people = people
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = keys.privateKey
    this.publicKey = keys.publicKey
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    })
  }

  static async start(people: Person[]): Promise<OpenIdProvider> {
    const provider = new OpenIdProvider(people)
    provider.server.listen(0, '127.0.0.1')
    await once(provider.server, 'listening')
    return provider
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    if (pathname === '/.well-known/openid-configuration') return json(response, this.metadata())
    if (pathname === '/jwks') return json(response, { keys: [this.key()] })
    if (pathname === '/authorize') return page(response, this.people, searchParams)
    if (pathname === '/approve') return this.approve(response, searchParams)
    if (pathname === '/token') return this.token(request, response)
    response.writeHead(404).end()
  }

  private metadata() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    }
  }

  private key() {
    return { ...this.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'ES256' }
  }

  /** Somebody pressed their button: the browser goes back with a code. */
  private approve(response: ServerResponse, query: URLSearchParams): void {
    const person = this.people.find(({ subject }) => subject === query.get('subject'))
    const redirect = query.get('redirect_uri') ?? ''
    if (!person || query.get('client_id') !== this.clientId || !redirect) {
      response.writeHead(400).end('who, and from where?')
      return
    }
    const code = randomUUID()
    this.grants.set(code, {
      person,
      redirect,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
    })
    const back = new URL(redirect)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  /** A code is good once, for the client that began, by its verifier. */
  private async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request))
    const grant = this.grants.get(form.get('code') ?? '')
    this.grants.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isClient = request.headers.authorization === basic(this.clientId, this.clientSecret)
    if (!isClient || grant?.challenge !== challenge || grant.redirect !== form.get('redirect_uri'))
      return json(response, { error: 'invalid_grant' }, 400)
    json(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: this.idToken(grant),
    })
  }

  private idToken({ person, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: this.url,
      aud: this.clientId,
      sub: person.subject,
      iat: now,
      exp: now + 300,
      nonce,
      name: person.name,
      email: person.email,
      email_verified: person.isVerified,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'ES256', kid: '1', typ: 'JWT' })}.${part(claims)}`
    const key = { key: this.privateKey, dsaEncoding: 'ieee-p1363' } as const
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }
}

const basic = (id: string, secret: string) => {
  // The parts are encoded as in a form (RFC 6749, 2.3.1).
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)
  return `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Where people sign in at the provider: what the browser brought goes along. */
function page(response: ServerResponse, people: Person[], query: URLSearchParams): void {
  const kept = [...query].map(
    ([name, value]) => `<input type=hidden name=${name} value="${value}">`,
  )
  const buttons = people.map(
    ({ subject, name }) => `<button name=subject value="${subject}">${name}</button>`,
  )
  const form = `<form action=/approve>${kept.join('')}${buttons.join('')}</form>`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Work</title><h1>Who are you?</h1>${form}`)
}
