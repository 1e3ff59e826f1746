import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page, Route } from '@playwright/test'

interface Fulfilment {
  status?: number
  json?: unknown
}

type Handler = (route: Route) => unknown

/**
 * Answers of the tests given by a server in place of the browser's own interception, which goes past a
 * service worker. The last handler is asked first, as Playwright does.
 */
export async function servedAnswers(prepare: (page: Page) => Promise<unknown>) {
  const routes: { pattern: RegExp; handler: Handler }[] = []
  await prepare({
    route: async (pattern: string | RegExp, handler: Handler) =>
      void routes.unshift({ pattern: regexOf(pattern), handler }),
    routeWebSocket: async () => undefined,
  } as unknown as Page)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request)
    for (const { pattern, handler } of routes) {
      if (!pattern.test(addressOf(request))) continue
      const answer = await askedOf(handler, request, body)
      if (answer) {
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.json ?? null))
        return
      }
    }
    response.writeHead(404).end()
  }
}

const addressOf = (request: IncomingMessage) => `http://console.test${request.url}`

/** A glob of Playwright, as far as the tests have them. */
function regexOf(pattern: string | RegExp): RegExp {
  if (typeof pattern !== 'string') return pattern
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`)
}

async function askedOf(handler: Handler, request: IncomingMessage, body: string) {
  let answer: Fulfilment | undefined
  await handler({
    request: () => ({
      url: () => addressOf(request),
      method: () => request.method,
      postDataJSON: () => (body === '' ? null : (JSON.parse(body) as unknown)),
    }),
    fulfill: async (given: Fulfilment) => {
      answer = given
    },
    fallback: async () => undefined,
  } as unknown as Route)
  return answer
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
