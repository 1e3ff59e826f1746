import { useEffect, useRef } from 'react'
import { topics, type TopicListener } from './topics'

/**
 * Keeps a topic of the gateway (`devices`, `device-tasks`, `device-alarms`,
 * `events.access-control`, `events.devices`) open while the page is shown. Its events go to the handlers of their type, and
 * to the listener, when the page has one of its own.
 */
export function useTopic(topic: string, listener?: TopicListener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => topics.want(topic, (data) => latest.current?.(data)), [topic])
}
