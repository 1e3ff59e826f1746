/**
 * A notification as far as its words need it: of the API, or pushed to the service worker, which knows nothing of the
 * API's client.
 */
export interface NotificationContent {
  type?: string | null
  data?: Record<string, unknown> | null
  popup_action?: { code?: string; params?: Record<string, unknown> | null } | null
}

/** What a notification says, before it is put into the words of a language. */
export interface NotificationFacts {
  type: string | null
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
export function factsOf({ type, data }: NotificationContent): NotificationFacts {
  return {
    type: type ?? null,
    who: nameOf(data?.user) ?? nameOf(data?.author) ?? nameOf(data?.from),
    where: nameOf(data?.device) ?? nameOf(data?.group),
    number: textOf(data?.identifier_number),
    about: alertOf(data) ?? textOf(data?.name) ?? textOf(data?.status) ?? importedOf(data),
  }
}

/** An emergency alert, with those of its groups that the reader sees. */
function alertOf(data: NotificationContent['data']): string | undefined {
  const groups = Array.isArray(data?.groups)
    ? data.groups.flatMap((group) => nameOf(group) ?? [])
    : []
  const name = textOf(data?.name)
  return name && groups.length > 0 ? `${name} (${groups.join(', ')})` : undefined
}

/** How many identifiers an import has created or changed. */
function importedOf(data: NotificationContent['data']): string | undefined {
  const { created, replaced } = data ?? {}
  return typeof created === 'number' && typeof replaced === 'number'
    ? String(created + replaced)
    : undefined
}

/** Whether the SIP service does not answer after its restart. */
export const isSipFailed = ({ type, data }: NotificationContent) =>
  type === 'sip_reboot_completed' && data?.code === 'error_starting_sip_service'

/** The title of the start and the end of a lockdown; other alerts have that of their class. */
export function lockdownOf({ type, data }: NotificationContent) {
  if (data?.door_mode !== 'lockdown') return undefined
  if (type === 'emergency_alert_started') return 'lockdownStarted' as const
  return type === 'emergency_alert_ended' ? ('lockdownEnded' as const) : undefined
}

/** Whether it is an alarm because somebody calls for help at a panel. */
export const isSos = ({ data }: NotificationContent) => data?.is_sos === true

/** Whether what was taken away still opened: the panel was away when it was. */
export const isOpenedByRevoked = ({ type, data }: NotificationContent) =>
  type === 'revoked_identifier_used' && (textOf(data?.code)?.startsWith('access_granted_') ?? false)

/** Whether a guest's key was refused time after time, in place of opening. */
export const isGuestRefused = ({ type, data }: NotificationContent) =>
  type === 'guest_key_used_first' && data?.is_refused === true

/** What devices raise an alarm for; a newer firmware may know more. */
const ALARMS = ['door_was_not_closed_too_long', 'lock_is_opened_too_long', 'tamper_event'] as const

/** Which alarm a device has raised, where that is known. */
export const alarmOf = ({ type, data }: NotificationContent) =>
  type === 'device_alarm_enabled' ? ALARMS.find((code) => code === data?.code) : undefined

/** Whether somebody sent pictures and wrote nothing. */
export const isPicture = ({ type, data }: NotificationContent) =>
  (type === 'conversation_message_received' || type === 'conversation_received') &&
  data?.message === '' &&
  typeof data.pictures === 'number' &&
  data.pictures > 0

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
export function eventWithImage({ type, data }: NotificationContent) {
  const isSeen =
    type === 'device_alarm_enabled' ||
    type === 'identifier_used' ||
    type === 'revoked_identifier_used'
  return isSeen && typeof data?.event_id === 'number' ? data.event_id : undefined
}

/** A page of this console that a notification leads to. */
export function pageOf({ popup_action: action }: NotificationContent) {
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
