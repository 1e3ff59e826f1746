import { expect, test } from 'vitest'
import { emptyWebhook, webhookSchema } from './schema'

const valid = {
  ...emptyWebhook,
  name: 'CRM',
  url: 'https://crm.example.com/hook?key=1',
  events: ['device.event.arrived'],
}

const refused = (change: Partial<typeof valid>) =>
  webhookSchema.safeParse({ ...valid, ...change }).error?.issues.map(({ path }) => path.join('.'))

test('a webhook needs a name, an address and an event', () => {
  expect(webhookSchema.safeParse(valid).success).toBe(true)
  expect(refused({ name: ' ' })).toEqual(['name'])
  expect(refused({ events: [] })).toEqual(['events'])
})

test('an address is one of a server, without credentials', () => {
  for (const url of ['crm.example.com', 'ftp://crm.example.com', 'https://a:b@crm.example.com'])
    expect(refused({ url })).toEqual(['url'])
})
