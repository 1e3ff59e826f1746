import type { Ref } from '@/api/types'
import { useDoor } from '@/features/access-rules'
import { identifiers } from '@/features/identifiers'
import { users } from '@/features/users'
import type { Question } from './question'

export interface Names {
  user: Ref | undefined
  identifier: Ref | undefined
  device: Ref | undefined
}

/** The things of a question by name: an address holds ids only. */
export function useNames({ userId, identifierId, deviceId }: Question): Names {
  const user = users.api.useGet(userId ?? 0, { skip: userId === undefined })
  const identifier = identifiers.api.useGet(identifierId ?? 0, {
    skip: identifierId === undefined,
  })
  const device = useDoor(deviceId ?? 0, { skip: deviceId === undefined })
  return {
    user: refOf(userId, user.data),
    identifier: refOf(identifierId, identifier.data),
    device: refOf(deviceId, device.data),
  }
}

/** Until the name is known the id stands for it. */
function refOf(id: number | undefined, row: Ref | undefined): Ref | undefined {
  if (id === undefined) return undefined
  return row?.id === id ? { id, name: row.name } : { id, name: `#${id}` }
}
