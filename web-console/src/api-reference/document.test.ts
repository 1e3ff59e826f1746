import { expect, test } from 'vitest'
import openapi from '../../openapi.json'
import { findOperations, readDocument, type Operation } from './document'
import { curlOf, sample } from './example'
import { statusesOf } from './operationView'

const reference = readDocument(openapi)
const all = reference.tags.flatMap(({ operations }) => operations)
const operation = (id: string): Operation => {
  const found = all.find((each) => each.id === id)
  if (!found) throw new Error(id)
  return found
}

test('every operation of the document is in the reference, under its service', () => {
  const raw = Object.values(openapi.paths).flatMap((methods) => Object.values(methods))
  expect(all).toHaveLength(raw.length)
  expect(new Set(all.map(({ id }) => id)).size).toBe(raw.length)
  expect(operation('openLock')).toMatchObject({
    tag: 'Devices',
    permissions: ['can_edit_device', 'can_manage_self_domain_devices'],
    isOpen: false,
  })
  expect(operation('login').isOpen).toBe(true)
})

test('operations are found by words of their path, name and description, in any order', () => {
  const ids = (text: string) => findOperations(reference, text).map(({ id }) => id)
  expect(ids('open lock')).toContain('openLock')
  expect(ids('post {id}/open devices')[0]).toBe('openLock')
  expect(ids('REVOKE identifiers')).toContain('revokeIdentifier')
  expect(ids('no such operation')).toEqual([])
  expect(ids('   ')).toEqual([])
})

test('every operation has an example of a call, whatever it takes', () => {
  for (const each of all) {
    const text = curlOf(each, reference.schemas, 'https://site.test')
    expect(text).toContain('https://site.test/api/v0/')
    expect(text.includes('Authorization')).toBe(!each.isOpen)
  }
})

test('an example is JSON that a shell leaves as it is', () => {
  const schema = { type: 'object', properties: { name: { type: 'string', enum: ["Anna's"] } } }
  const call = { ...operation('createIdentifier'), body: { type: 'application/json', schema } }
  expect(curlOf(call, {}, 'https://site.test')).toBe(
    [
      "curl -X PUT 'https://site.test/api/v0/identifiers' \\",
      '  -H "Authorization: Bearer $TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"name":"Anna'\\''s"}'`,
    ].join('\n'),
  )
})

test('an example names what a caller writes, and ends where shapes hold themselves', () => {
  const schemas = {
    Group: {
      type: 'object',
      properties: { name: { type: 'string' }, parent: { $ref: '#/x/Group' } },
    },
  }
  expect(sample({ $ref: '#/x/Group' }, schemas)).toEqual({
    name: 'text',
    parent: { name: 'text', parent: {} },
  })
  const written = sample({ $ref: '#/components/schemas/IdentifierInput' }, reference.schemas)
  expect(written).not.toHaveProperty('id')
  expect(written).not.toHaveProperty('created_at')
})

test('an operation names the errors that it may answer', () => {
  expect(statusesOf(operation('login'))).toEqual([400, 409, 413, 415, 422, 429, 503])
  expect(statusesOf(operation('getIdentifier'))).toEqual([400, 401, 403, 404, 429, 503])
})
