import type { Page, WebSocketRoute } from '@playwright/test'

/** A header that the switch adds to calls, as the platform would. */
type Headers = Record<string, string>

/**
 * Stands in for the edge: answers REGISTER, and hands every other message to the other console.
 * The consoles speak SIP and WebRTC with each other as they are.
 */
export class SipSwitch {
  readonly #sockets = new Map<string, WebSocketRoute>()
  /** First lines of what has gone through, with who sent it. */
  readonly seen: string[] = []
  /** Of every message that has gone through. */
  readonly texts: string[] = []
  headers: Headers = {}
  /** REGISTER is answered with it. */
  registerStatus = '200 OK'

  /** Takes the websocket of a console's phone. */
  async attach(page: Page, number: string): Promise<void> {
    await page.routeWebSocket(/:8443/, (socket) => {
      this.#sockets.set(number, socket)
      socket.onMessage((message) => this.#receive(number, socket, String(message)))
    })
  }

  #receive(from: string, socket: WebSocketRoute, text: string): void {
    // A keep-alive.
    if (text.trim() === '') return
    const [first = ''] = text.split('\r\n')
    this.seen.push(`${from} ${first.replace(/ sip:.*$/, '').replace('SIP/2.0 ', '')}`)
    this.texts.push(text)
    if (first.startsWith('REGISTER ')) return socket.send(this.#registered(text))
    for (const [number, other] of this.#sockets) {
      if (number !== from) other.send(first.startsWith('INVITE ') ? this.#marked(text) : text)
    }
  }

  #marked(text: string): string {
    const extra = Object.entries(this.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return text.replace('\r\n', () => `\r\n${extra.join('')}`)
  }

  #registered(text: string): string {
    const kept = text
      .split('\r\n')
      .filter((line) => /^(Via|From|Call-ID|CSeq|Contact):/.test(line))
      .join('\r\n')
    const to = /^To: .*$/m.exec(text)?.[0].trim() ?? ''
    return `SIP/2.0 ${this.registerStatus}\r\n${kept}\r\n${to};tag=edge\r\nContent-Length: 0\r\n\r\n`
  }
}
