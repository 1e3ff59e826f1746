import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const ANNOUNCE_TOPIC = 'announces'

/** Turnout, results and status are live: a push says only that they have changed. */
export const announceHandlers: HandlerTable = {
  'announce.changed': ({ id }, context) => {
    if (typeof id !== 'number') return
    invalidateSoon(
      [
        { type: 'Announces', id },
        { type: 'Announces', id: 'LIST' },
      ],
      context,
    )
  },
}
