import { expect, test } from 'vitest'
import { alertSchema, emptyAlert, toAlertBody, type AlertForm } from './schema'

const fire: AlertForm = {
  ...emptyAlert,
  name: 'Fire',
  domains: [{ id: 1, name: 'House' }],
  sound: { filename: 'f', name: 'siren.mp3', duration: 500, url: '/a' },
}

/** The fields that are refused. */
const refused = (change: Partial<AlertForm>) =>
  alertSchema.safeParse({ ...fire, ...change }).error?.issues.map(({ path }) => path[0]) ?? []

test('an alert needs recipients and something to do', () => {
  expect(refused({})).toEqual([])
  expect(refused({ domains: [] })).toEqual(['domains'])
  expect(refused({ domains: [], devices: [{ id: 3, name: 'Monitor' }] })).toEqual([])
  expect(refused({ sound: null })).toEqual(['sound'])
  expect(refused({ sound: null, door_mode: 'lockdown' })).toEqual([])
})

test('locks are not opened in a lockdown', () => {
  expect(refused({ open_locks: true, door_mode: 'lockdown' })).toEqual(['open_locks'])
})

test('a sound is sent by its name, and roles by their ids', () => {
  const body = toAlertBody(alertSchema.parse({ ...fire, start_roles: [4] }))
  expect(body).toMatchObject({ filename: 'f', start_roles: [{ id: 4 }], release_roles: [] })
  expect(
    toAlertBody(alertSchema.parse({ ...fire, sound: null, door_mode: 'unlock' })),
  ).toMatchObject({
    filename: '',
  })
})
