import type { Notification, NotificationClass } from './api'

/** What a notification says, before it is put into the words of a language. */
export interface NotificationFacts {
  type: NotificationClass | null
  /** Who did it, or who wrote. */
  who: string | undefined
  /** The device, else the group. */
  where: string | undefined
  /** What was shown to the reader. */
  number: string | undefined
  /** Name or status of what it is about. */
  about: string | undefined
}

/** The facts in the data of a notification; what is missing or blank is undefined. */
export function factsOf({ type, data }: Pick<Notification, 'type' | 'data'>): NotificationFacts {
  return {
    type,
    who: nameOf(data?.user) ?? nameOf(data?.author) ?? nameOf(data?.from),
    where: nameOf(data?.device) ?? nameOf(data?.group),
    number: textOf(data?.identifier_number),
    about: textOf(data?.name) ?? textOf(data?.status),
  }
}

/** Whether the SIP service does not answer after its restart. */
export const isSipFailed = ({ type, data }: Pick<Notification, 'type' | 'data'>) =>
  type === 'sip_reboot_completed' && data?.code === 'error_starting_sip_service'

/** Whether it is an alarm because somebody calls for help at a panel. */
export const isSos = ({ data }: Pick<Notification, 'data'>) => data?.is_sos === true

/** Whether what was taken away still opened: the panel was away when it was. */
export const isOpenedByRevoked = ({ type, data }: Pick<Notification, 'type' | 'data'>) =>
  type === 'revoked_identifier_used' && (textOf(data?.code)?.startsWith('access_granted_') ?? false)

/**
 * Which sentence says it: with all that is known, and none that would have a hole. The sentences
 * are in `options.sentences`.
 */
export function sentenceOf({ who, where, number, about }: NotificationFacts) {
  if (who && where) return 'whoWhere' as const
  if (number && where) return 'numberWhere' as const
  if (where) return 'where' as const
  if (who) return about ? ('whoAbout' as const) : ('who' as const)
  return about ? ('about' as const) : undefined
}

/** The event that a camera may have seen: of alarms and of identifiers at a door. */
export function eventWithImage({ type, data }: Pick<Notification, 'type' | 'data'>) {
  const isSeen =
    type === 'device_alarm_enabled' ||
    type === 'identifier_used' ||
    type === 'revoked_identifier_used'
  return isSeen && typeof data?.event_id === 'number' ? data.event_id : undefined
}

/** A page of this console that a notification leads to. */
export function pageOf({ popup_action: action }: Pick<Notification, 'popup_action'>) {
  if (action?.code !== 'goto:page') return undefined
  const { page, query } = (action.params ?? {}) as { page?: unknown; query?: unknown }
  // Only a path of our own: a notification must not lead elsewhere.
  if (typeof page !== 'string' || !/^\/(?![/\\])/.test(page)) return undefined
  const params = new URLSearchParams(isTexts(query) ? query : {}).toString()
  return params ? `${page}?${params}` : page
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textOf(value)
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined
  return textOf(value.name)
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
