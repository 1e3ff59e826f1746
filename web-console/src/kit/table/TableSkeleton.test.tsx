import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { TableSkeleton } from './TableSkeleton'

test('rows that are on their way have a heading, as the table will', async () => {
  renderApp(<TableSkeleton columns={4} />)
  const [head, ...rows] = (await screen.findByRole('status')).children
  expect(head).toHaveAttribute('data-head', 'true')
  expect(rows).not.toHaveLength(0)
  for (const row of rows) expect(row).toHaveAttribute('data-head', 'false')
})
