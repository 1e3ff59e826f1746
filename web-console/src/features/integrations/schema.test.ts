import { expect, test } from 'vitest'
import type { Integration } from './api'
import { emptyIntegration, integrationSchema, toIntegrationBody, toIntegrationForm } from './schema'

const platform: Integration = {
  id: 4,
  type: 'axxon_one',
  name: 'Video of the north',
  domain_id: 7,
  domain: { id: 7, name: 'North tower' },
  domains: [{ id: 9, name: 'Car park' }],
  axxon_one_settings: {
    server_url: 'https://video.example',
    user_name: 'root',
    password: '********',
  },
  barrier_settings: null,
  is_active: true,
  created_at: null,
  updated_at: null,
  created_by_user: null,
}

const bodyOf = (change: object) =>
  toIntegrationBody(integrationSchema.parse({ ...toIntegrationForm(platform), ...change }))

test('a secret that nobody touched is sent as its mask, a new one as it is', () => {
  expect(bodyOf({}).axxon_one_settings).toEqual({
    server_url: 'https://video.example',
    user_name: 'root',
    password: '********',
  })
  const typed = { ...platform.axxon_one_settings!, password: 'secret' }
  expect(bodyOf({ axxon_one_settings: typed }).axxon_one_settings?.password).toBe('secret')
})

test('only the settings of the chosen system are sent', () => {
  const body = toIntegrationBody(
    integrationSchema.parse({
      ...emptyIntegration,
      type: 'barrier',
      name: 'Gate',
      barrier_settings: { server_url: 'http://10.0.0.5', token: 't' },
    }),
  )
  expect(body).toEqual({
    type: 'barrier',
    name: 'Gate',
    domain_id: null,
    domains: [],
    is_active: true,
    barrier_settings: { server_url: 'http://10.0.0.5', token: 't' },
  })
})

test('a server is an address of the web, checked for the chosen system only', () => {
  const problems = (server_url: string) =>
    integrationSchema
      .safeParse({
        ...emptyIntegration,
        type: 'barrier',
        name: 'x',
        barrier_settings: { server_url, token: '' },
      })
      .error?.issues.map(({ path }) => path.join('.'))
  for (const url of ['https://a.example:8000/x', 'http://10.0.0.5']) {
    expect(problems(url)).toBeUndefined()
  }
  for (const url of ['', 'ftp://a.example', 'a.example']) {
    expect(problems(url)).toContain('barrier_settings.server_url')
  }
})
