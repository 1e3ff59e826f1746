import { expect, test } from 'vitest'
import type { Contact } from '../api'
import { contactTitle, findContacts } from './contacts'

const contact = (id: number, over: Partial<Contact>): Contact => ({
  id,
  name: '',
  number: `100${id}`,
  user: null,
  device: null,
  domain: null,
  ...over,
})

const anna = contact(1, { user: { id: 7, name: 'Anna Petrova', description: 'Night shift' } })
const door = contact(2, { name: 'Main entrance', device: { id: 3, name: 'Main entrance' } })

test('the title is made of user, name, number and description, each once', () => {
  expect(contactTitle(anna)).toBe('Anna Petrova · 1001 · Night shift')
  expect(contactTitle(door)).toBe('Main entrance · 1002')
})

test('the search is trimmed and does not mind capitals', () => {
  expect(findContacts([anna, door], '  nIGHT ', undefined)).toEqual([anna])
  expect(findContacts([anna, door], '100', undefined)).toEqual([anna, door])
  expect(findContacts([anna, door], '   ', undefined)).toEqual([anna, door])
})

test('the list excludes the current user', () => {
  expect(findContacts([anna, door], '', 7)).toEqual([door])
})
