import { RECONNECT_DELAY } from '../limits'

export type RealtimeStatus = 'disconnected' | 'connecting' | 'connected'

/** What the client sends. */
export type OutgoingMessage =
  | { type: 'subscribe' | 'unsubscribe'; topic: string }
  | { type: 'publish'; topic: string; text: string }

/** What the server sends: `data.type` names the event. */
export interface IncomingMessage {
  topic: string
  data: { type: string } & Record<string, unknown>
}

export interface RealtimeOptions {
  /** Address with a fresh access token; undefined while nobody is signed in. */
  address: () => Promise<string | undefined>
  onMessage: (message: IncomingMessage) => void
  onStatus: (status: RealtimeStatus) => void
  /** After a reconnect: what was missed in between must be fetched. */
  onReconnect: () => void
  /** The server has closed the connection because the session is over. */
  onSessionOver: () => void
  /** Stands in for WebSocket in tests. */
  open?: (address: string) => WebSocket
}

/** Close code of the gateway: the session is over, sign in again. */
const SESSION_OVER = 4401

/** One websocket that comes back by itself and keeps its subscriptions. */
export class RealtimeClient {
  readonly #options: RealtimeOptions
  readonly #topics = new Set<string>()
  #socket: WebSocket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStarted = false
  #wasConnected = false
  /** Told apart from an attempt that a stop has overtaken. */
  #attempt = 0

  constructor(options: RealtimeOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#wasConnected = false
    void this.#connect()
  }

  stop(): void {
    this.#isStarted = false
    this.#attempt += 1
    clearTimeout(this.#timer)
    this.#socket?.close()
    this.#socket = undefined
    this.#options.onStatus('disconnected')
  }

  subscribe(topic: string): void {
    if (this.#topics.has(topic)) return
    this.#topics.add(topic)
    this.#send({ type: 'subscribe', topic })
  }

  unsubscribe(topic: string): void {
    if (this.#topics.delete(topic)) this.#send({ type: 'unsubscribe', topic })
  }

  publish(topic: string, text: string): void {
    this.#send({ type: 'publish', topic, text })
  }

  async #connect(): Promise<void> {
    const attempt = ++this.#attempt
    this.#options.onStatus('connecting')
    const address = await this.#options.address().catch(() => undefined)
    if (attempt !== this.#attempt) return
    if (address === undefined) return this.#retryLater()

    const open = this.#options.open ?? ((url) => new WebSocket(url))
    const socket = open(address)
    this.#socket = socket
    socket.addEventListener('open', () => this.#onOpen(socket))
    socket.addEventListener('message', (event) => this.#onMessage(socket, event))
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.#socket) return
      if (code === SESSION_OVER) this.#options.onSessionOver()
      this.#retryLater()
    })
  }

  #onOpen(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#options.onStatus('connected')
    for (const topic of this.#topics) this.#send({ type: 'subscribe', topic })
    if (this.#wasConnected) this.#options.onReconnect()
    this.#wasConnected = true
  }

  #onMessage(socket: WebSocket, event: MessageEvent): void {
    if (socket !== this.#socket) return
    const message = parseMessage(event.data)
    if (message) this.#options.onMessage(message)
  }

  #retryLater(): void {
    this.#socket = undefined
    this.#options.onStatus('disconnected')
    clearTimeout(this.#timer)
    if (this.#isStarted) this.#timer = setTimeout(() => void this.#connect(), RECONNECT_DELAY)
  }

  #send(message: OutgoingMessage): void {
    // Subscriptions are repeated at the next opening; 1 is WebSocket.OPEN.
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message))
  }
}

/** A message of the agreed shape; its data may come as an object or as JSON text. */
export function parseMessage(text: unknown): IncomingMessage | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const message = JSON.parse(text) as { topic?: unknown; data?: unknown } | null
    const data: unknown =
      typeof message?.data === 'string' ? JSON.parse(message.data) : message?.data
    if (typeof message?.topic !== 'string' || typeof data !== 'object' || data === null) {
      return undefined
    }
    if (!('type' in data) || typeof data.type !== 'string') return undefined
    return { topic: message.topic, data: data as IncomingMessage['data'] }
  } catch {
    return undefined
  }
}
