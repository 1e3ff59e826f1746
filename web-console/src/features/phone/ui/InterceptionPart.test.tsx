import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api, mockServer } from '@/testing/server'
import { renderPhone } from '../testing/renderPhone'
import { InterceptionPart } from './InterceptionPart'

const server = mockServer()

const group = (id: number, name: string, is_selected: boolean) => ({
  id,
  name,
  full_name: `Riverside / ${name}`,
  is_selected,
})

test('interception starts with a group, and without one says what is missing', async () => {
  const sent: unknown[] = []
  const groups = [group(2, 'North tower', true)]
  server.use(
    http.get(api('/calls/interception'), () =>
      HttpResponse.json({ is_active: false, groups, user_groups: [] }),
    ),
    http.post(api('/calls/interception'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ is_active: true, groups, user_groups: [] })
    }),
  )
  await renderPhone(<InterceptionPart />)
  const chosen = await screen.findByRole('checkbox', { name: /North tower/ })
  const start = screen.getByRole('button', { name: 'Start interception' })
  await userEvent.click(chosen)
  await userEvent.click(start)
  expect(await screen.findByText('At least one group must be selected')).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.click(chosen)
  await userEvent.click(start)
  expect(await screen.findByText('Interception has started')).toBeInTheDocument()
  expect(sent).toEqual([{ is_active: true, domains: [2] }])
})
