import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPhone } from '../testing/renderPhone'
import { ReturnQuestion } from './ReturnQuestion'
import { useDial } from './useDial'

function Dial({ number }: { number: string }) {
  const dial = useDial()
  return <button onClick={() => void dial(number, { hasVideo: false })}>dial</button>
}

const dial = () => userEvent.click(screen.getByRole('button', { name: 'dial' }))
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }))

test('a direct call is ended for another one after a question', async () => {
  const { talkTo, port, calls } = await renderPhone(<Dial number="2013" />)
  talkTo('2012')
  await dial()
  expect(await screen.findByText('The call with 2012 will end.')).toBeInTheDocument()
  expect(screen.getAllByText('End the current call?')).not.toEqual([])
  await press('End and call')
  expect(port.asked).toContain('call 2013')
  expect(calls().map(({ number, status }) => [number, status])).toEqual([
    ['2012', 'destroyed'],
    ['2013', 'calling'],
  ])
})

test('a call that the platform keeps is put on hold for another one after a question', async () => {
  const { talk, port, calls } = await renderPhone(<Dial number="2013" />)
  talk('1002', '7-1')
  await dial()
  expect(await screen.findByText(/^1002 stays on the line/)).toBeInTheDocument()
  expect(screen.getAllByText('Put the current call on hold?')).not.toEqual([])
  await press('Hold and call')
  expect(port.asked).toContain('call 2013')
  expect(calls().map(({ number, status }) => [number, status])).toEqual([
    ['1002', 'paused'],
    ['2013', 'calling'],
  ])
})

test('who keeps talking begins no other call', async () => {
  const { talkTo, port, calls } = await renderPhone(<Dial number="2013" />)
  talkTo('2012')
  await dial()
  await press('Keep talking')
  expect(port.asked).not.toContain('call 2013')
  expect(calls().map(({ status }) => status)).toEqual(['active'])
})

test('nobody calls their own number', async () => {
  const { port } = await renderPhone(<Dial number="1000" />)
  await dial()
  expect(await screen.findByText('Unable to call your number')).toBeInTheDocument()
  expect(port.asked).not.toContain('call 1000')
})

test('a person is asked whether to return to the call before, and does', async () => {
  const { talk, phone, happen, offerReturn, port } = await renderPhone(<ReturnQuestion />)
  talk('1002', '7-1')
  happen(() => phone.hold('7-1'))
  offerReturn('7-1')
  expect(await screen.findByText('Return to the previous call?')).toBeInTheDocument()
  expect(screen.getByText('1002 is on hold.')).toBeInTheDocument()
  await press('Return')
  expect(port.asked).toContain('call 1002 video speech 7-1')
})

test('a person may stay away from the call before', async () => {
  const { talk, phone, happen, offerReturn, port } = await renderPhone(<ReturnQuestion />)
  talk('1002', '7-1')
  happen(() => phone.hold('7-1'))
  offerReturn('7-1')
  await press('Not now')
  expect(port.asked.filter((what) => what.startsWith('call'))).toEqual([])
  expect(phone.store.getState().phone.returnTo).toBeUndefined()
})
