import type { ConversationMessage } from './api'
import type { UnsentMessage } from './draft'

/** A message that is on its way; it has no id yet. */
export interface OutgoingMessage {
  requestId: string
  text: string
  /** Without a file after the page was loaded anew. */
  pictures: { key: string; file?: File }[]
  hasFailed: boolean
}

/** Of an earlier visit: nobody knows what became of it, and sent again it is the same one. */
export const outgoingOf = ({ requestId, text, keys }: UnsentMessage): OutgoingMessage => ({
  requestId,
  text,
  pictures: keys.map((key) => ({ key })),
  hasFailed: true,
})

/** The oldest first, each once: pages overlap when messages arrive between them. */
export function mergeMessages(
  ...pages: readonly (readonly ConversationMessage[])[]
): ConversationMessage[] {
  const byId = new Map<number, ConversationMessage>()
  for (const page of pages) for (const message of page) byId.set(message.id, message)
  return [...byId.values()].toSorted((a, b) => a.id - b.id)
}

/** Those of one's own that the server has not answered with yet. */
export const stillOutgoing = (
  outgoing: readonly OutgoingMessage[],
  messages: readonly ConversationMessage[],
) =>
  outgoing.filter(({ requestId }) => !messages.some((message) => message.request_id === requestId))

/** Messages of one day, under its heading. */
export function byDay(messages: readonly ConversationMessage[], dayOf: (time: string) => string) {
  const days: { day: string; messages: ConversationMessage[] }[] = []
  for (const message of messages) {
    const day = dayOf(message.created_at ?? '')
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}
