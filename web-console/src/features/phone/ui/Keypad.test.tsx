import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPhone } from '../testing/renderPhone'
import { Keypad } from './Keypad'

const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' })
const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('without a number there is a placeholder, and neither a voice button nor a backspace', async () => {
  await renderPhone(<Keypad />)
  expect(number()).toHaveAttribute('placeholder', '...')
  expect([button('Call'), button('Delete the last character')]).toEqual([null, null])
  await press('2')
  expect(button('Call')).toBeInTheDocument()
  expect(button('Delete the last character')).toBeInTheDocument()
})

test('backspace removes the last character', async () => {
  await renderPhone(<Keypad />)
  await press('2')
  await press('0')
  await press('#')
  await press('Delete the last character')
  expect(number()).toHaveValue('20')
  await press('Delete the last character')
  await press('Delete the last character')
  expect(number()).toHaveValue('')
  expect(button('Call')).toBeNull()
})

test('the video button fills in the number dialled last, and calls nobody yet', async () => {
  const { port } = await renderPhone(<Keypad />)
  await press('2')
  await press('0')
  await press('Call')
  expect(port.asked).toContain('call 20')
  expect(number()).toHaveValue('')
  await press('Video call')
  expect(number()).toHaveValue('20')
  expect(port.asked).not.toContain('call 20 video')
})
