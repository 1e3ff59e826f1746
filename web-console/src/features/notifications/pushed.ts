import en from './locales/en.json'
import ru from './locales/ru.json'
import {
  alarmOf,
  factsOf,
  isGuestRefused,
  isOpenedByRevoked,
  isPicture,
  isSipFailed,
  isSos,
  lockdownOf,
  pageOf,
  sentenceOf,
} from './text'
import type { NotificationContent } from './text'

/** What the server pushes: the notification as the API answers it, and the language of its user. */
export interface PushedMessage {
  locale?: string
  notification?: NotificationContent & { id?: number; significance?: string }
}

/** A notification of the browser's, with the page that a click opens. */
export interface BrowserNotification {
  title: string
  body: string
  /** One with the same tag takes the place of the one before. */
  tag: string
  lang: string
  isImportant: boolean
  page: string
}

const ALL = '/notifications'

/** In the words of the console; whatever comes is a notification, since a browser wants one for each message. */
export function browserNotificationOf(message: PushedMessage | undefined): BrowserNotification {
  const lang = message?.locale === 'ru' ? 'ru' : 'en'
  const texts = lang === 'ru' ? ru : en
  const notification = message?.notification ?? {}
  const facts = factsOf(notification)
  const sentence = sentenceOf(facts)
  const pattern = sentence ? texts.options.sentences[sentence] : ''
  const values: Record<string, string | undefined> = { ...facts, type: undefined }
  return {
    title: titleOf(notification, texts),
    body: pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
    tag: tagOf(notification),
    lang,
    isImportant: notification.significance === 'important',
    page: pageOf(notification) ?? ALL,
  }
}

function titleOf(notification: NotificationContent, texts: typeof en): string {
  if (isSos(notification)) return texts.sosCall
  if (isOpenedByRevoked(notification)) return texts.openedByRevoked
  if (isSipFailed(notification)) return texts.sipFailed
  if (isGuestRefused(notification)) return texts.guestRefused
  if (isPicture(notification)) return texts.picture
  const lockdown = lockdownOf(notification)
  if (lockdown) return texts[lockdown]
  const alarm = alarmOf(notification)
  if (alarm) return texts.options.alarms[alarm]
  const titles: Record<string, string> = texts.options.types
  return titles[notification.type ?? ''] ?? texts.unknown
}

/**
 * A long conversation is one notification, and so are the start and the end of an emergency alert;
 * everything else is shown each.
 */
function tagOf({ id, data }: NonNullable<PushedMessage['notification']>): string {
  if (typeof data?.conversation_id === 'number') return `conversation-${data.conversation_id}`
  if (typeof data?.run_id === 'number') return `alert-run-${data.run_id}`
  return `notification-${id ?? 0}`
}
