import { useTranslation } from 'react-i18next'
import type { Notification } from './api'
import {
  alarmOf,
  factsOf,
  isGuestRefused,
  isOpenedByRevoked,
  isPicture,
  isSipFailed,
  isSos,
  lockdownOf,
  sentenceOf,
} from './text'

/** Title of a notification: its class in words; a call for help is called so. */
export function useNotificationTitle(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  return (notification) => {
    if (isSos(notification)) return t('sosCall')
    if (isOpenedByRevoked(notification)) return t('openedByRevoked')
    if (isSipFailed(notification)) return t('sipFailed')
    if (isGuestRefused(notification)) return t('guestRefused')
    if (isPicture(notification)) return t('picture')
    const lockdown = lockdownOf(notification)
    if (lockdown) return t(lockdown)
    const alarm = alarmOf(notification)
    if (alarm) return t(`options.alarms.${alarm}`)
    return notification.type ? t(`options.types.${notification.type}`) : t('unknown')
  }
}

/** Who and where, in a sentence. */
export function useNotificationText(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  return (notification) => {
    const facts = factsOf(notification)
    const sentence = sentenceOf(facts)
    const { who = '', where = '', number = '', about = '' } = facts
    return sentence ? t(`options.sentences.${sentence}`, { who, where, number, about }) : ''
  }
}
