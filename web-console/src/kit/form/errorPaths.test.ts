import { expect, test } from 'vitest'
import { errorPaths, owns } from './errorPaths'

test('errors are found at any depth', () => {
  const errors = {
    name: { type: 'too_small', message: '@required' },
    device: { network: { ip: { type: 'server', message: 'x' } } },
    rules: [undefined, { target: { type: 'custom' } }],
  }
  expect(errorPaths(errors as never)).toEqual(['name', 'device.network.ip', 'rules.1.target'])
})

test('a part owns its own fields and no field that only begins alike', () => {
  expect(owns(['name', 'sip'], 'sip.port')).toBe(true)
  expect(owns(['name', 'sip'], 'sip_number')).toBe(false)
})

test('what is wrong with a list as a whole is an error of the list', () => {
  const queues = Object.assign([{ timeout: { type: 'range' } }], { root: { type: 'not_empty' } })
  expect(errorPaths({ sip_number: { queues } } as never)).toEqual([
    'sip_number.queues.0.timeout',
    'sip_number.queues',
  ])
  expect(errorPaths({ root: { type: 'server' } } as never)).toEqual([])
})
