import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const CONVERSATION_TOPIC = 'conversations'

/** A message, somebody who has read it, or one of the staff who has taken it. */
export const conversationHandlers: HandlerTable = {
  'conversation.changed': ({ id }, context) => {
    if (typeof id !== 'number') return
    invalidateSoon(
      [
        { type: 'Conversations', id },
        { type: 'Conversations', id: 'LIST' },
      ],
      context,
    )
  },
}
