import { describe, expect, it } from 'vitest'
import { brokerSchema, toBrokerParts, type BrokerForm } from './brokerForm'

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n'

const good: BrokerForm = {
  url: 'mqtts://broker.example.com:8883',
  login: 'platform',
  password: '',
  manages_users: true,
  certificate: CERTIFICATE,
  private_key: KEY,
  authority: '',
}
const wrong = (changed: Partial<BrokerForm>) =>
  brokerSchema.safeParse({ ...good, ...changed }).error?.issues.map(({ path }) => path.join('.')) ??
  []

describe('the broker of a project', () => {
  it('has TLS, a host and nothing else in its address', () => {
    expect(wrong({})).toEqual([])
    for (const url of ['', 'mqtt://broker', 'mqtts://', 'mqtts://me@broker', 'mqtts://broker/path'])
      expect({ url, wrong: wrong({ url }) }).toEqual({ url, wrong: ['url'] })
  })

  it('takes a certificate and a key where each belongs', () => {
    expect(wrong({ certificate: KEY })).toEqual(['certificate'])
    expect(wrong({ private_key: CERTIFICATE })).toEqual(['private_key'])
    expect(wrong({ authority: KEY })).toEqual(['authority'])
    expect(wrong({ authority: CERTIFICATE })).toEqual([])
    expect(wrong({ certificate: CERTIFICATE + ' '.repeat(32 * 1024) })).toEqual(['certificate'])
  })

  it('sends the key as a file', async () => {
    const parts = toBrokerParts(brokerSchema.parse(good))
    expect(await parts.private_key.text()).toBe(KEY)
    expect(parts).toMatchObject({
      url: good.url,
      certificate: CERTIFICATE,
      manages_users: true,
    })
  })
})
