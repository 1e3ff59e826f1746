import { expect, test } from 'vitest'
import { changes } from '@/kit/form/changes'
import { mailSchema, toMailBody, toMailForm } from './mail'

const saved = {
  is_enabled: true,
  host: 'smtp.example',
  port: 587,
  encryption: 'starttls',
  user_name: 'console',
  password: '********',
  from_email: 'doors@example.com',
  from_name: null,
}

/** What a PATCH would send after this change of the form. */
const sent = (change: object) => {
  const bodyOf = (values: object) => toMailBody(mailSchema.parse(values))
  return changes(bodyOf(toMailForm(saved)), bodyOf({ ...toMailForm(saved), ...change }))
}

test('a password that nobody touched is not sent', () => {
  expect(sent({ host: 'mail.example' })).toEqual({ host: 'mail.example' })
  // The field empties itself when it takes the focus.
  expect(sent({ password: '' })).toEqual({})
})

test('a new password is sent, and goes when its user name goes', () => {
  expect(sent({ password: 'new secret' })).toEqual({ password: 'new secret' })
  expect(sent({ user_name: '' })).toEqual({ user_name: null, password: '' })
})

test('a mail server that is used needs a host and a sender', () => {
  const problems = (change: object) =>
    mailSchema
      .safeParse({ ...toMailForm(saved), ...change })
      .error?.issues.map(({ path }) => path[0])
  expect(problems({ host: ' ', from_email: '' })).toEqual(['host', 'from_email'])
  expect(problems({ is_enabled: false, host: '', from_email: '' })).toBeUndefined()
  expect(problems({ port: 0 })).toEqual(['port'])
})
