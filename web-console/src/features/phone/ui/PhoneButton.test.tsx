import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RegistrationEvent } from '../registration'
import { renderPhone } from '../testing/renderPhone'
import { PhoneButton } from './PhoneButton'

const button = () => screen.getByRole('button', { name: 'Phone' })
const glyph = () => button().querySelector('svg')?.dataset.glyph

const LOOKS: [string, RegistrationEvent[], string, string, boolean][] = [
  ['registering', ['attempted'], 'info', 'phone', true],
  ['registered', [], 'success', 'phone', false],
  ['unregistering', ['stopped'], 'info', 'phone', true],
  ['unregistered', ['stopped', 'unregistered'], 'warning', 'locked', false],
  ['error', ['failed'], 'error', 'off', false],
  ['invalid_registration', ['refused'], 'error', 'locked', false],
]

test.each(LOOKS)('%s has a look of its own', async (status, events, tone, shape, isLoading) => {
  const { port, happen } = await renderPhone(<PhoneButton />)
  happen(() => events.forEach((event) => port.tell(event)))
  expect(button()).toHaveAttribute('data-status', status)
  expect([button().dataset.tone, glyph()]).toEqual([tone, shape])
  expect(button()).toHaveAttribute('aria-busy', String(isLoading))
})

test('while a call rings it rings too, whatever it was', async () => {
  const { port, happen } = await renderPhone(<PhoneButton />)
  happen(() => void port.ring({ number: '1002' }))
  expect(button()).toHaveAttribute('data-rings', 'true')
  expect([button().dataset.tone, glyph()]).toEqual(['success', 'ringing'])
})
