import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import openapi from '../../openapi.json'
import { readDocument } from './document'
import { startPage } from './page'

const reference = readDocument(openapi)
const onLocale = vi.fn<(locale: string) => void>()
let stop = () => {}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  history.replaceState(null, '', '/api-reference')
  stop = startPage({ root: document.getElementById('root')!, reference, locale: 'en', onLocale })
})

// Files share a document: what the page left would be found by the tests after it.
afterEach(() => {
  stop()
  document.body.replaceChildren()
  document.documentElement.lang = 'en'
  history.replaceState(null, '', '/')
})

function go(hash: string) {
  history.replaceState(null, '', hash)
  fireEvent(window, new HashChangeEvent('hashchange'))
}

test('the overview says how to call, what errors mean, and names every service', () => {
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('API reference')
  expect(screen.getByRole('rowheader', { name: '422' })).toBeInTheDocument()
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
  expect(contents.getAllByRole('link')).toHaveLength(reference.tags.length + 1)
})

test('an address opens an operation with its parameters, shapes, permissions, errors and an example', () => {
  go('#/Devices/openLock')
  const operation = within(document.getElementById('openLock')!)
  expect(operation.getByText('can_edit_device')).toBeInTheDocument()
  expect(operation.getByText('lock_number')).toBeInTheDocument()
  expect(operation.getByText('OpenLock', { exact: false, selector: 'code' })).toBeInTheDocument()
  expect(operation.getByText(/curl -X POST/)).toBeInTheDocument()
  expect(document.title).toBe('Devices – API reference')
})

test('operations are searched, and the address keeps the words', () => {
  const search = screen.getByRole('searchbox', { name: 'Search operations' })
  fireEvent.input(search, { target: { value: 'revoke identifiers' } })
  expect(location.hash).toBe('#?revoke%20identifiers')
  expect(
    screen.getByRole('link', { name: 'POST /api/v0/identifiers/{id}/revoke' }),
  ).toHaveAttribute('href', '#/Identifiers/revokeIdentifier')
  fireEvent.input(search, { target: { value: 'no such words' } })
  expect(screen.getByText('No operation has these words.')).toBeInTheDocument()
})

test('the frame is in both languages', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Русский' }))
  expect(document.documentElement.lang).toBe('ru')
  expect(onLocale).toHaveBeenCalledWith('ru')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Справочник API')
  expect(screen.getByRole('searchbox', { name: 'Поиск операций' })).toBeInTheDocument()
})
