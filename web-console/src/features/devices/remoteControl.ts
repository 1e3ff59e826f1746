import type { Id } from '@/api/types'

/** The page on which a device is controlled from afar. */
export const REMOTE_CONTROL = '/devices/remote-control'

export const remoteControlOf = (id: Id): string => `${REMOTE_CONTROL}?id=${id}`
