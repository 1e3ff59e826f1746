import { expect, test } from 'vitest'
import { emptyQueue, type QueueForm } from '@/features/forward-rules'
import type { Group } from './api'
import { emptyGroup, groupSchema, toGroupBody, toGroupForm, type GroupForm } from './schema'

const tower: Group = {
  id: 12,
  name: 'North tower',
  description: null,
  parent_id: 3,
  parent_lft: null,
  parent_rgt: null,
  domain_type_id: 2,
  logic_address: '7',
  path: [
    { id: 1, name: 'Riverside' },
    { id: 3, name: 'Site A' },
  ],
  children_count: 0,
  descendants_count: 0,
  features_off: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  created_by_user: null,
  whitelabel_settings: null,
  apple_wallet_settings: null,
  guest_identifier_limits: null,
  device_status_notify: null,
  sip_number: null,
  sip_trunk: null,
  sip_count: 3,
  app_count: null,
}

test('a group that nobody touched is sent back as it came', () => {
  expect(toGroupBody(groupSchema.parse(toGroupForm(tower)))).toMatchObject({
    name: 'North tower',
    description: null,
    parent_id: 3,
    domain_type_id: 2,
    logic_address: '7',
    sip_count: 3,
    app_count: null,
  })
})

test('blank fields are sent as null', () => {
  const body = toGroupBody(groupSchema.parse({ ...emptyGroup, name: ' Lobby ' }))
  expect(body).toMatchObject({
    name: 'Lobby',
    description: null,
    parent_id: null,
    domain_type_id: null,
    logic_address: null,
  })
})

test('a logical address has up to four digits, leading zeros included', () => {
  const accepts = (logic_address: string) =>
    groupSchema.safeParse({ ...emptyGroup, name: 'x', logic_address }).success
  expect(['', '1', '07', '9999'].map(accepts)).toEqual([true, true, true, true])
  expect(['10000', '-1', 'a1'].map(accepts)).toEqual([false, false, false])
})

const reception: QueueForm = { ...emptyQueue(), numbers: ['101'] }
const forwardedBy = (forward_rules: QueueForm[], is_active = true) => ({
  ...emptyGroup,
  name: 'x',
  sip_number: { is_active, forward_rules },
})

test('forwarding needs a queue, and a queue a number', () => {
  const problems = (group: GroupForm) =>
    groupSchema.safeParse(group).error?.issues.map(({ path }) => path.join('.'))
  const brief = { ...reception, params: { ...reception.params, timeout: 4 } }
  expect(problems(forwardedBy([]))).toEqual(['sip_number.forward_rules'])
  expect(problems(forwardedBy([reception, emptyQueue()]))).toEqual([
    'sip_number.forward_rules.1.numbers',
  ])
  expect(problems(forwardedBy([brief]))).toEqual(['sip_number.forward_rules.0.params.timeout'])
  expect(problems(forwardedBy(Array.from({ length: 21 }, () => reception)))).toEqual([
    'sip_number.forward_rules',
  ])
  expect(problems(forwardedBy([reception]))).toBeUndefined()
})

test('a number outside is enough for a queue of a group', () => {
  const outside = [{ number: '+31201234567', trunk: null }]
  const queue = { ...emptyQueue(), params: { ...emptyQueue().params, trunk_numbers: outside } }
  expect(groupSchema.safeParse(forwardedBy([queue])).success).toBe(true)
})

test('queues that are switched off may be unfinished, and only whole ones are sent', () => {
  const sent = toGroupBody(groupSchema.parse(forwardedBy([reception, emptyQueue()], false)))
  expect(sent.sip_number).toEqual({ is_active: false, forward_rules: [reception] })
})

test('what the server leaves out of a queue has the defaults', () => {
  const bare = {
    numbers: ['101'],
    params: null,
    redirect_if_error: null,
    redirect_if_no_answer: null,
  }
  const form = toGroupForm({ ...tower, sip_number: { is_active: true, forward_rules: [bare] } })
  expect(form.sip_number).toEqual({ is_active: true, forward_rules: [reception] })
})

test('who is told of devices must be chosen before anything is told', () => {
  const told = { ...emptyGroup.device_status_notify, notify_about_offline_device: true }
  const accepts = (user: { id: number; name: string } | null) =>
    groupSchema.safeParse({
      ...emptyGroup,
      name: 'x',
      device_status_notify: { ...told, user },
    }).success
  expect([accepts(null), accepts({ id: 1, name: 'Anna' })]).toEqual([false, true])
})

test('each step of an escalation is later than the one before and names somebody', () => {
  const anna = { id: 1, name: 'Anna' }
  const step = (after_seconds: number, recipients = [anna]) => ({
    after_seconds,
    by: 'mail' as const,
    recipients,
  })
  const accepts = (alarm_escalation: ReturnType<typeof step>[]) =>
    groupSchema.safeParse({
      ...emptyGroup,
      name: 'x',
      device_status_notify: { ...emptyGroup.device_status_notify, alarm_escalation },
    }).success
  expect(accepts([step(60), step(300)])).toBe(true)
  expect(accepts([step(60), step(60)])).toBe(false)
  expect(accepts([step(5)])).toBe(false)
  expect(accepts([step(60, [])])).toBe(false)
})
