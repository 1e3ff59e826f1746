import { useTranslation } from 'react-i18next'
import type { Notification } from './api'
import { factsOf, sentenceOf } from './text'

/** Title of a notification: its class in words. */
export function useNotificationTitle(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  return ({ type }) => (type ? t(`options.types.${type}`) : t('unknown'))
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
