import { fireEvent, render, screen } from '@testing-library/react'
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

test('letters are known by their place under a Russian layout, and so are / and ?', () => {
  const pressed: string[] = []
  function Keys() {
    useKeys({
      j: () => pressed.push('j'),
      '/': () => pressed.push('/'),
      '?': () => pressed.push('?'),
    })
    return null
  }
  render(<Keys />)
  fireEvent.keyDown(document.body, { key: 'о', code: 'KeyJ' })
  fireEvent.keyDown(document.body, { key: '.', code: 'Slash' })
  fireEvent.keyDown(document.body, { key: ',', code: 'Slash', shiftKey: true })
  expect(pressed).toEqual(['j', '/', '?'])
})

test('a full stop on a Latin layout, and a letter that has moved on one, are themselves', () => {
  const onNext = vi.fn()
  const onSearch = vi.fn()
  function Keys() {
    useKeys({ j: onNext, '/': onSearch })
    return null
  }
  render(<Keys />)
  fireEvent.keyDown(document.body, { key: '.', code: 'Period' })
  fireEvent.keyDown(document.body, { key: 'h', code: 'KeyJ' })
  expect(onSearch).not.toHaveBeenCalled()
  expect(onNext).not.toHaveBeenCalled()
})

test.each([
  ['a menu', '<div class="ant-dropdown"></div>'],
  ['a choice', '<div class="ant-select-dropdown"></div>'],
  [
    'a drawer that covers the page',
    '<div class="ant-drawer-open"><div class="ant-drawer-mask"></div></div>',
  ],
])('under %s a letter is not a command; once it is closed, it is', async (_what, overlay) => {
  const user = userEvent.setup()
  const onNext = vi.fn()
  render(<Page onNext={onNext} />)
  document.body.insertAdjacentHTML('beforeend', overlay)
  await user.keyboard('j')
  document.body.lastElementChild?.remove()
  expect(onNext).not.toHaveBeenCalled()
  await user.keyboard('j')
  expect(onNext).toHaveBeenCalledTimes(1)
})
