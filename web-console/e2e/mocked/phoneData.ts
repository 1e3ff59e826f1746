/** Numbers, people and panels of a site, for the pictures of the phone. */

export const credentials = {
  number: '1000',
  host: '127.0.0.1',
  port: 8443,
  transport: 'wss',
  realm: 'p1.vestibule.test',
  user_name: '1893456000:1000',
  password: 'once',
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  ice_servers: [],
}

const entrance = { id: 2, name: 'Main entrance' }
const gate = { id: 3, name: 'Garden gate' }
const garage = { id: 4, name: 'Garage' }

export const info: Record<string, object> = {
  '1002': { address: 'Riverside, North tower', user: null, device: entrance },
  '1003': { address: 'Riverside, Garden house', user: null, device: gate },
  '1004': { address: 'Riverside, Car park', user: null, device: garage },
  '2012': {
    address: 'Riverside, North tower, Flat 12',
    user: { id: 5, name: 'Ivan Sidorov' },
    device: null,
  },
}

export const waiting = [
  {
    id: '7-1',
    caller: '1002',
    callee: '1000',
    type: 'awaiting',
    status: 'calling',
    answered_by: null as string | null,
    created_at: Math.floor(Date.now() / 1000) - 75,
    info: { address: 'Riverside, North tower', user: null, device: entrance } as object,
    is_sos: false,
  },
]

export const speechOf = (id: string, number: string) => ({ id, caller: number, info: info[number] })

export const concierge = [
  { token: 'door-1', name: 'Main entrance', sip_number: { number: '1002' } },
  { token: 'door-2', name: 'Garden gate', sip_number: { number: '1003' } },
  { token: 'door-3', name: 'Bicycle store', sip_number: null },
]

const contact = (id: number, number: string, over: object) => ({
  id,
  number,
  name: '',
  user: null,
  device: null,
  domain: { id: 2, name: 'North tower' },
  ...over,
})

export const contacts = [
  contact(1, '1002', { name: 'Main entrance', device: entrance }),
  contact(2, '1003', { name: 'Garden gate', device: gate }),
  contact(3, '2012', { user: { id: 5, name: 'Ivan Sidorov', description: 'Flat 12' } }),
  contact(4, '2013', { user: { id: 6, name: 'Maria Belova', description: 'Flat 13' } }),
  contact(5, '2014', { user: { id: 7, name: 'Peter de Vries', description: 'Night shift' } }),
  contact(6, '1000', { user: { id: 1, name: 'Anna Petrova', description: null } }),
  contact(7, '2016', { user: { id: 8, name: 'Grace Kim', description: 'Flat 16' } }),
]

const party = (number: string, name: string) => ({
  number,
  name,
  user: null,
  device: null,
  domain: null,
})
const own = party('1000', 'Concierge')

/** From, to, what became of it, seconds, minutes ago. */
const CALLS = [
  ['1002', 'Main entrance', 'in', 'answered', 47, 4],
  ['2012', 'Ivan Sidorov', 'out', 'answered', 185, 12],
  ['1003', 'Garden gate', 'in', 'noanswer', 0, 31],
  ['2013', 'Maria Belova', 'out', 'busy', 0, 58],
  ['1004', 'Garage', 'in', 'answered', 4_020, 95],
  ['2016', 'Grace Kim', 'out', 'cancel', 0, 140],
  ['1002', 'Main entrance', 'in', 'cancel', 0, 200],
] as const

export const history = CALLS.map(([number, name, way, status, duration, ago], at) => ({
  id: at + 1,
  created_at: new Date(Date.now() - ago * 60_000).toISOString(),
  status,
  type: 'normal',
  duration,
  from: way === 'in' ? party(number, name) : own,
  to: way === 'in' ? own : party(number, name),
  answered_by: null,
  is_sos: at === 4,
}))

export function interception(is_active: boolean, selected: number[]) {
  const group = (id: number, name: string) => ({
    id,
    name,
    full_name: `Riverside / ${name}`,
    is_selected: selected.includes(id),
  })
  return {
    is_active,
    groups: [group(2, 'North tower')],
    user_groups: [group(4, 'Garden house'), group(5, 'Car park')],
  }
}
