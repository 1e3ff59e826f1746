import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { Loading } from './Loading'

test('what loads is one word for a screen reader, and no heading of the page', async () => {
  renderApp(<Loading />)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  expect(screen.queryByRole('heading')).toBeNull()
})
