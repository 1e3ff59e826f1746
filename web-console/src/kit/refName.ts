import type { Ref } from '@/api/types'

/** What an entity is shown by: its id where the service leaves the name out, because the caller does not see the entity. */
export const refName = ({ id, name }: Ref): string => name || `#${id}`
