import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { useAttempt } from './useAttempt'
import type { Question } from './useConfirm'

interface Props {
  act: () => Promise<string>
  question?: Question
  onEnd: (isDone: boolean) => void
}

function Siren({ act, question, onEnd }: Props) {
  const attempt = useAttempt()
  return (
    <button type="button" onClick={() => void attempt(act, question).then(onEnd)}>
      Test the siren
    </button>
  )
}

const sure: Question = { title: 'Sound the siren?', text: 'Everybody hears it.', action: 'Sound' }
const sound = async () => 'The siren works'
const refusal = { status: 403, data: { message: 'action prohibited', code: 'x' } }

/** Presses the button, and answers what was called. */
async function press(act: () => Promise<string>, question?: Question) {
  const onEnd = vi.fn<(isDone: boolean) => void>()
  const spied = vi.fn(act)
  renderApp(<Siren act={spied} question={question} onEnd={onEnd} />)
  await userEvent.click(screen.getByRole('button', { name: 'Test the siren' }))
  return { act: spied, onEnd }
}

const asked = () => screen.findByRole('dialog', { name: sure.title })
const answer = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole('button', { name }))

describe('what needs no question', () => {
  test('is done at once, and said to be done', async () => {
    const { onEnd } = await press(sound)
    expect(await screen.findByRole('status')).toHaveTextContent('The siren works')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(onEnd).toHaveBeenCalledWith(true)
  })

  test('is not done when it fails: why is said, in the words of the catalogue', async () => {
    const { onEnd } = await press(() => Promise.reject(refusal))
    expect(await screen.findByRole('alert')).toHaveTextContent('This action is not allowed')
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(onEnd).toHaveBeenCalledWith(false)
  })
})

describe('what cannot be undone', () => {
  test('waits for an answer, and is not done when declined', async () => {
    const { act, onEnd } = await press(sound, sure)
    const dialog = await asked()
    expect(within(dialog).getByText('Everybody hears it.')).toBeInTheDocument()
    expect(onEnd).not.toHaveBeenCalled()
    await answer(dialog, 'Cancel')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledWith(false))
    expect(act).not.toHaveBeenCalled()
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('is done once confirmed', async () => {
    const { act, onEnd } = await press(sound, sure)
    const dialog = await asked()
    expect(act).not.toHaveBeenCalled()
    await answer(dialog, 'Sound')
    expect(await screen.findByRole('status')).toHaveTextContent('The siren works')
    expect(act).toHaveBeenCalledTimes(1)
    expect(onEnd).toHaveBeenCalledWith(true)
  })
})
