import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useKeys } from './useKeys'

function Page({ onNext, isCovered = false }: { onNext: () => void; isCovered?: boolean }) {
  useKeys({ j: onNext })
  return (
    <>
      <input aria-label="name" />
      <button type="button">go</button>
      {isCovered && <div className="ant-modal-wrap" />}
    </>
  )
}

test('a letter is a command outside fields and text inside them', async () => {
  const user = userEvent.setup()
  const onNext = vi.fn()
  render(<Page onNext={onNext} />)
  await user.keyboard('j')
  expect(onNext).toHaveBeenCalledTimes(1)
  await user.type(screen.getByLabelText('name'), 'jj')
  expect(onNext).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText('name')).toHaveValue('jj')
})

test('with a modifier, or under a dialog, a letter is not a command', async () => {
  const user = userEvent.setup()
  const onNext = vi.fn()
  const { rerender } = render(<Page onNext={onNext} />)
  await user.keyboard('{Control>}j{/Control}')
  rerender(<Page onNext={onNext} isCovered />)
  await user.keyboard('j')
  expect(onNext).not.toHaveBeenCalled()
})
