import { expect, test } from 'vitest'
import { changes } from '@/kit/form/changes'
import { pushSchema, toPushBody, toPushForm } from './push'

const saved = {
  is_enabled: true,
  server_url: 'https://push.example',
  server_port: 443,
  user_name: 'console',
  user_pass: '********',
  cert_file: '********',
  cert_file_name: 'push.pem',
}

const sent = (change: object) => {
  const bodyOf = (values: object) => toPushBody(pushSchema.parse(values))
  return changes(bodyOf(toPushForm(saved)), bodyOf({ ...toPushForm(saved), ...change }))
}

test('secrets that nobody touched are not sent', () => {
  expect(sent({ server_port: 8443 })).toEqual({ server_port: 8443 })
})

test('a certificate is replaced with its name, and taken away with it', () => {
  const pem = '-----BEGIN CERTIFICATE-----'
  expect(sent({ cert_file: pem, cert_file_name: 'new.pem' })).toEqual({
    cert_file: pem,
    cert_file_name: 'new.pem',
  })
  expect(sent({ cert_file: '', cert_file_name: '' })).toEqual({
    cert_file: '',
    cert_file_name: null,
  })
})
