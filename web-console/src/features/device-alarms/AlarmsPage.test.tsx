import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { topics } from '@/api/realtime'
import type { SessionState } from '@/api/session'
import events from '@/features/events/locales/en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import AlarmsPage from './AlarmsPage'
import type { DeviceAlarm } from './api'
import words from './locales/en.json'
import { ALARM_TOPIC } from './realtime'

const server = mockServer()
const alarm: DeviceAlarm = {
  id: 7,
  state: 'enabled',
  severity: 'high',
  code: 'tamper_event',
  device: { id: 3, name: 'Gate' },
  domain: { id: 1, name: 'Riverside' },
  lock_number: 1,
  count: 4,
  first_at: '2026-11-23T22:00:00Z',
  last_at: '2026-11-23T22:01:00Z',
  created_at: '2026-11-23T22:00:01Z',
  cleared_at: null,
  taken_by_user: null,
  taken_at: null,
  processed_by_user: null,
  processed_at: null,
  comment: null,
  location_latitude: null,
  location_longitude: null,
  image_url: null,
  escalates_at: null,
}
const over: DeviceAlarm = {
  ...alarm,
  id: 8,
  state: 'disabled',
  severity: 'low',
  code: 'door_was_not_closed_too_long',
  device: { id: 4, name: 'Side door' },
  taken_by_user: { id: 12, name: 'Bob' },
  cleared_at: '2026-11-23T22:05:00Z',
}
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const played: string[] = []

/** The desk as somebody with these rights sees it; what was sent to the alarms. */
function desk(permissions: string[], shown: DeviceAlarm[] = [over, alarm]) {
  const sent: [string, unknown][] = []
  const answer =
    (path: string) =>
    async ({ request }: { request: Request }) => {
      sent.push([path, await request.json()])
      return HttpResponse.json(alarm)
    }
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 11, role: { id: 1, name: 'Guard', permissions } }),
    ),
    http.get(api('/device-alarms'), () =>
      HttpResponse.json({ items: shown, total: shown.length, page: 1, size: 100 }),
    ),
    http.post(api('/device-alarms/7/take'), answer('7/take')),
    http.post(api('/device-alarms/8/take'), answer('8/take')),
    http.post(api('/device-alarms/7/process'), answer('7/process')),
  )
  renderApp(<AlarmsPage />, { session, words: { 'device-alarms': words, events } })
  return sent
}

beforeEach(() => {
  played.length = 0
  vi.stubGlobal(
    'Audio',
    class {
      constructor(file: string) {
        played.push(file)
      }
      play = () => Promise.resolve()
    },
  )
})

test('a guard takes and processes an alarm by keys alone', async () => {
  const sent = desk(['can_view_device_alarms', 'can_process_device_alarm'])
  await screen.findByRole('button', { name: words.takeOver })
  await userEvent.keyboard('jt')
  await vi.waitFor(() =>
    expect(sent).toEqual([['7/take', { is_taken: true, taken_by_user_id: 0 }]]),
  )
  await userEvent.keyboard('p')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: words.process }))
  expect(sent).toHaveLength(1)
  await userEvent.type(within(dialog).getByRole('textbox'), 'Children played at the gate')
  await userEvent.click(await within(dialog).findByRole('button', { name: /Process$/ }))
  await vi.waitFor(() =>
    expect(sent.at(-1)).toEqual(['7/process', { comment: 'Children played at the gate' }]),
  )
})

test('an alarm that somebody else has is taken over from them', async () => {
  const sent = desk(['can_view_device_alarms', 'can_process_device_alarm'])
  await userEvent.click(await screen.findByRole('button', { name: words.takeOver }))
  await vi.waitFor(() =>
    expect(sent).toEqual([['8/take', { is_taken: true, taken_by_user_id: 12 }]]),
  )
})

test('who may only look is offered nothing to do', async () => {
  const sent = desk(['can_view_device_alarms'])
  await screen.findByText('Side door')
  expect(screen.queryByRole('button', { name: words.process })).toBeNull()
  await userEvent.keyboard('jtp')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('a new alarm is heard, and one of an hour ago is not', async () => {
  desk(['can_view_device_alarms'])
  await screen.findByText('Side door')
  const data = { type: 'device.alarm.changed', id: 9, change: 'enabled' }
  topics.deliver({ topic: ALARM_TOPIC, data: { ...data, is_late: true } })
  expect(played).toEqual([])
  topics.deliver({ topic: ALARM_TOPIC, data: { ...data, is_late: false } })
  expect(played).toEqual(['/sounds/alarm.wav'])
})

test('an alarm shows what the camera saw and when more people are notified', async () => {
  const seen = { ...alarm, image_url: '/seen.jpg', escalates_at: '2026-11-23T22:03:00Z' }
  desk(['can_view_device_alarms'], [seen])
  const image = await screen.findByRole('button', { name: /^Show the image: .*Gate$/ })
  expect(image.querySelector('img')?.getAttribute('src')).toBe('/seen.jpg')
  expect(screen.getByText(words.escalates, { exact: false })).toBeVisible()
  await userEvent.click(image)
  expect(await screen.findByAltText(/^What the camera saw/)).toBeInTheDocument()
})

test('who has an alarm is not told that others will be notified', async () => {
  const taken = { ...alarm, taken_by_user: { id: 12, name: 'Bob' }, escalates_at: null }
  desk(['can_view_device_alarms'], [taken])
  await screen.findByText('Gate')
  expect(screen.queryByText(words.escalates, { exact: false })).toBeNull()
})
