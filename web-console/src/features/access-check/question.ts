import type { CheckAccessRequestInput } from '@/api/generated/access-checks'

/** Who, which door and when: all of it in the address, so that an answer can be shared. */
export interface Question {
  userId: number | undefined
  identifierId: number | undefined
  deviceId: number | undefined
  /** 1 to 8; 0 means any lock. */
  lock: number
  /** RFC 3339; undefined means now. */
  time: string | undefined
}

const PATH = '/access-check'

export function parseQuestion(params: URLSearchParams): Question {
  const lock = positive(params.get('lock_number')) ?? 0
  const time = params.get('time')
  const identifierId = positive(params.get('identifier_id'))
  return {
    // The question is about one of the two; the identifier says more.
    userId: identifierId === undefined ? positive(params.get('user_id')) : undefined,
    identifierId,
    deviceId: positive(params.get('device_id')),
    lock: lock <= 8 ? lock : 0,
    time: time !== null && !Number.isNaN(Date.parse(time)) ? time : undefined,
  }
}

/** The address's parameters; what is at its default is left out. */
export function questionParams(question: Partial<Question>): URLSearchParams {
  const { userId, identifierId, deviceId, lock, time } = question
  const entries = {
    user_id: userId,
    identifier_id: identifierId,
    device_id: deviceId,
    lock_number: lock || undefined,
    time,
  }
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) params.set(key, String(value))
  }
  return params
}

/** Where a question is answered. */
export const accessCheckPath = (question: Partial<Question>) =>
  `${PATH}?${questionParams(question).toString()}`

/** What is sent; undefined while the question is not complete. */
export function requestOf(question: Question): CheckAccessRequestInput | undefined {
  const { userId, identifierId, deviceId, lock, time } = question
  if (deviceId === undefined || (userId === undefined && identifierId === undefined)) {
    return undefined
  }
  return {
    ...(identifierId === undefined ? { user_id: userId } : { identifier_id: identifierId }),
    device_id: deviceId,
    lock_number: lock,
    ...(time === undefined ? {} : { time }),
  }
}

function positive(text: string | null): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
