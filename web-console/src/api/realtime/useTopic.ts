import { useEffect, useRef } from 'react'
import { topics, type TopicListener } from './topics'

/** The topics of the gateway that a page may want; the rest are always open. */
export type PageTopic = 'devices' | 'device-tasks' | 'events.access-control' | 'events.devices'

/**
 * Keeps a topic open while the page is shown. Its events go to the handlers of their type, and
 * to the listener, when the page has one of its own.
 */
export function useTopic(topic: PageTopic, listener?: TopicListener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => topics.want(topic, (data) => latest.current?.(data)), [topic])
}
