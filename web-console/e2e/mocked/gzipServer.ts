import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
/** Compressed already. */
const PACKED = new Set(['.woff2', '.png'])

interface Options {
  headers?: Record<string, string>
  /** Files that are another than built. */
  changes?: Record<string, (text: string) => string>
  /** The page of an address; the index where it is none of its own. */
  pageOf?: (path: string) => string | undefined
  /** Answers the API, where the browser's interception does not. */
  answer?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Serves the built console as the gateway does: gzipped, hashed names for ever, any other path the index. */
export async function serveGzipped(
  folder: string,
  { changes = {}, answer, headers = {}, pageOf }: Options = {},
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://console.test').pathname)
    if (answer && path.startsWith('/api/')) return void answer(request, response)
    void read(folder, pageOf?.(path) ?? path).then(
      ({ name, body: original }) => {
        const body = changes[path] ? Buffer.from(changes[path](original.toString())) : original
        const type = extname(name)
        const isPacked = PACKED.has(type)
        response.writeHead(200, {
          ...headers,
          'content-type': TYPES[type] ?? 'application/octet-stream',
          'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
          ...(!isPacked && { 'content-encoding': 'gzip' }),
        })
        response.end(isPacked ? body : gzipSync(body))
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function read(folder: string, path: string): Promise<{ name: string; body: Buffer }> {
  const name = extname(path) === '' ? 'index.html' : path
  return { name, body: await readFile(join(folder, name)) }
}
