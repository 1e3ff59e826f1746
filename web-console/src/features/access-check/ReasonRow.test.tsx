import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import words from './locales/en.json'
import { ReasonRow } from './ReasonRow'

test('a rule that the person does not see is shown by its number, without a way to it', async () => {
  const reason = {
    code: 'granted_by',
    access_rule: { id: 12, name: '' },
    time_rule: { id: 4, name: 'Office hours' },
    identifier: null,
    next_opens: null,
  }
  renderApp(<ReasonRow reason={reason} />, { words: { 'access-check': words } })
  expect(await screen.findByText('#12')).toBeInTheDocument()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Office hours'])
})
