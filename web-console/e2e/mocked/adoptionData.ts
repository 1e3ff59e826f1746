/** What a panel that another system ran holds, and when it came and went. */

const identifier = (name: string, number: string) => ({
  kind: 'identifier',
  state: 'created',
  name,
  type: 'card',
  number,
  entity_id: 0,
  reason: '',
  locks: [],
  identifiers: 0,
})

const rule = (name: string, locks: number[], identifiers: number) => ({
  ...identifier(name, ''),
  kind: 'rule',
  type: '',
  locks,
  identifiers,
})

const conflict = (name: string, number: string, reason: string) => ({
  ...identifier(name, number),
  state: 'conflict',
  reason,
})

export const adoption = {
  device_id: 2,
  device_name: 'Gate',
  plan_hash: '5b6e0c3d',
  is_applied: false,
  identifiers: { created: 212, known: 14, conflicts: 3 },
  schedules: { created: 2, known: 0, conflicts: 0 },
  rules: { created: 3, known: 0, conflicts: 0 },
  items: [
    conflict('Cleaning, spare', '0013961170', 'no_link_id'),
    conflict('Viktor Orlov', '', 'no_photo'),
    conflict('Old courier', '0013961171', 'expired'),
    rule('Gate', [0], 180),
    rule('Gate #1 · Office hours', [1], 31),
    rule('Gate #2', [2], 15),
    { ...identifier('Office hours', ''), kind: 'schedule', type: '' },
    identifier('Anna Petrova', '0013961168'),
    identifier('Boris Volkov', '0013961169'),
    { ...identifier('Clara Weiss', '0013961172'), state: 'known', entity_id: 7 },
  ],
}

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const change = (days: number, status: string, reason: string) => ({ at: ago(days), status, reason })

export const statusHistory = {
  from: ago(30),
  to: ago(0),
  status_before: null,
  items: [
    change(26, 'online', 'broker'),
    change(17.2, 'offline', 'broker'),
    change(16.9, 'online', 'broker'),
    change(8.4, 'offline', 'no_answer'),
    change(7.1, 'online', 'broker'),
    change(0.2, 'offline', 'broker'),
  ],
}
