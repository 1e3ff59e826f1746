import { expect, test } from 'vitest'
import { browserNotificationOf } from './pushed'

const action = (page: string) => ({ code: 'goto:page', params: { page, query: {} } })

test('a pushed notification has the title, the sentence and the page that the console gives it', () => {
  const shown = browserNotificationOf({
    locale: 'en',
    notification: {
      id: 7,
      type: 'device_alarm_enabled',
      significance: 'important',
      data: { device: { id: 2, name: 'Main gate' }, user: { id: 5, name: 'Ann' }, is_sos: true },
      popup_action: action('/devices/alarms-calls'),
    },
  })
  expect(shown).toEqual({
    title: 'SOS call',
    body: 'Ann at Main gate',
    tag: 'notification-7',
    lang: 'en',
    isImportant: true,
    page: '/devices/alarms-calls',
  })
})

test('it is in the language of its user', () => {
  const notification = { id: 1, type: 'announce_received', data: { name: 'Вода', author: 'Анна' } }
  const shown = browserNotificationOf({ locale: 'ru', notification })
  expect([shown.title, shown.body]).toEqual(['Новое объявление', 'Анна: Вода'])
})

test('messages of one conversation take the place of each other, and nothing else does', () => {
  const tag = (id: number, data: Record<string, unknown>) =>
    browserNotificationOf({ notification: { id, type: 'conversation_message_received', data } }).tag
  expect(tag(1, { conversation_id: 5 })).toBe(tag(2, { conversation_id: 5 }))
  expect(tag(1, { conversation_id: 5 })).not.toBe(tag(2, { conversation_id: 6 }))
  expect(tag(1, {})).not.toBe(tag(2, {}))
})

test('the end of an emergency alert takes the place of its start', () => {
  const shown = (id: number, type: string, run_id: number) =>
    browserNotificationOf({
      notification: { id, type, data: { run_id, name: 'Fire', door_mode: 'lockdown' } },
    })
  const start = shown(1, 'emergency_alert_started', 8)
  const end = shown(2, 'emergency_alert_ended', 8)
  expect([start.title, end.title, end.body]).toEqual([
    'Lockdown started',
    'Lockdown released',
    'Fire',
  ])
  expect(end.tag).toBe(start.tag)
  expect(shown(3, 'emergency_alert_started', 9).tag).not.toBe(start.tag)
})

test('a message of pictures only says that it is a picture', () => {
  const titleOf = (locale: string, message: string) =>
    browserNotificationOf({
      locale,
      notification: {
        type: 'conversation_message_received',
        data: { conversation_id: 5, message, pictures: 1 },
      },
    }).title
  expect(titleOf('en', '')).toBe('New message: a picture')
  expect(titleOf('ru', '')).toBe('Новое сообщение: изображение')
  expect(titleOf('en', 'Look')).toBe('New message')
})

test('a page elsewhere is never opened, and a message that says nothing is still shown', () => {
  for (const page of ['https://evil.test/', '//evil.test', '/\\evil.test']) {
    const notification = { type: 'announce_received', popup_action: action(page) }
    expect(browserNotificationOf({ notification }).page).toBe('/notifications')
  }
  expect(browserNotificationOf(undefined)).toMatchObject({
    title: 'Notification',
    body: '',
    page: '/notifications',
  })
})
