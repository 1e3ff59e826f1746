import type { IncomingMessage } from './client'

/** Told of every event of a topic. */
export type TopicListener = (data: IncomingMessage['data']) => void

/** Who opens and closes subscriptions: the client, once it is there. */
interface Subscriber {
  subscribe: (topic: string) => void
  unsubscribe: (topic: string) => void
}

/** Topics that are wanted now, and by whom: two parts of a page may want the same. */
export class Topics {
  readonly #wanted = new Map<string, Set<TopicListener>>()
  #subscriber: Subscriber | undefined

  /** Takes over what is wanted already. */
  bind(subscriber: Subscriber): void {
    this.#subscriber = subscriber
    for (const topic of this.#wanted.keys()) subscriber.subscribe(topic)
  }

  /** Wants a topic until the answer is called. */
  want(topic: string, listener: TopicListener): () => void {
    const listeners = this.#wanted.get(topic) ?? new Set()
    if (listeners.size === 0) this.#subscriber?.subscribe(topic)
    this.#wanted.set(topic, listeners.add(listener))
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      this.#wanted.delete(topic)
      this.#subscriber?.unsubscribe(topic)
    }
  }

  deliver({ topic, data }: IncomingMessage): void {
    // A copy: a listener may end its own wish while it listens.
    for (const listen of Array.from(this.#wanted.get(topic) ?? [])) listen(data)
  }
}

/** The topics of this page. */
export const topics = new Topics()
