import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import AccessMatrixPage from './AccessMatrixPage'
import words from './locales/en.json'

const server = mockServer()

const gate = { device: { id: 1, name: 'Gate' }, lock_number: 1 }
const lobby = { device: { id: 2, name: 'Lobby' }, lock_number: 2 }
const open = {
  door: 0,
  state: 'open',
  access_rules: [{ id: 5, name: 'Staff' }],
  next_opens: null,
  online_only: null,
}
const answer = {
  items: [
    { user: { id: 1, name: 'Anna' }, is_active: true, class: 1, cells: [open] },
    { user: { id: 2, name: 'Bram' }, is_active: true, class: 1, cells: [open] },
    {
      user: { id: 3, name: 'Chen' },
      is_active: true,
      class: 2,
      cells: [{ ...open, door: 1, state: 'forbidden' }],
    },
  ],
  total: 3,
  page: 1,
  size: 50,
  doors: [gate, lobby],
  door_total: 2,
  door_page: 1,
  door_size: 50,
  at: '2026-11-23T12:00:00Z',
}

let asked: URLSearchParams[] = []

beforeEach(() => {
  // Without a size nothing is in sight.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  asked = []
  server.use(
    http.get(api('/access-matrix'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(answer)
    }),
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
    http.get(api('/users/:id'), ({ params }) =>
      HttpResponse.json({ id: Number(params.id), name: 'Chen' }),
    ),
    http.get(api('/devices/:id'), ({ params }) =>
      HttpResponse.json({ id: Number(params.id), name: 'Gate' }),
    ),
  )
})

const show = (at = '/access-matrix') =>
  renderApp(<AccessMatrixPage />, { at, words: { 'access-matrix': words } })

test('equal_rows_are_one_line_that_opens', async () => {
  show()
  const group = await screen.findByRole('button', { name: 'Show Anna and 1 more' })
  expect(screen.queryByText('Bram')).toBeNull()
  await userEvent.click(group)
  expect(screen.getByText('Bram')).toBeVisible()
})

test('a_cell_says_its_state_and_rules_and_leads_to_the_explanation', async () => {
  const { router } = show('/access-matrix?at=2026-11-24T08:00:00.000Z')
  const [cell] = await screen.findAllByRole('gridcell', { name: 'Opens. Rules: Staff' })
  await userEvent.click(cell!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/access-check'))
  const params = new URLSearchParams(router.state.location.search)
  expect(Object.fromEntries(params)).toEqual({
    user_id: '1',
    device_id: '1',
    lock_number: '1',
    time: '2026-11-24T08:00:00.000Z',
  })
})

test('the_keyboard_moves_from_cell_to_cell_and_explains', async () => {
  const { router } = show()
  const grid = await screen.findByRole('grid')
  grid.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) fireEvent.keyDown(grid, { key })
  await waitFor(() => expect(router.state.location.pathname).toBe('/access-check'))
  expect(router.state.location.search).toContain('user_id=3&device_id=2')
})

test('a_door_asks_who_can_enter_and_a_person_where_they_can_go', async () => {
  const { router } = show()
  await userEvent.click(await screen.findByRole('button', { name: /Gate/ }))
  await waitFor(() => expect(asked.at(-1)!.get('device_id')).toBe('1'))
  expect(asked.at(-1)!.get('lock_number')).toBe('1')
  await userEvent.click(await screen.findByRole('button', { name: 'Chen' }))
  await waitFor(() => expect(router.state.location.search).toContain('user_id=3'))
  await waitFor(() => expect(asked.at(-1)!.get('filters')).toContain('"value":3'))
})

test('a_time_of_the_week_is_asked_for_and_now_comes_back', async () => {
  const { router } = show('/access-matrix?at=2026-11-24T08:00:00.000Z')
  await waitFor(() => expect(asked[0]?.get('at')).toBe('2026-11-24T08:00:00.000Z'))
  await userEvent.click(await screen.findByRole('button', { name: words.toNow }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await waitFor(() => expect(asked.at(-1)!.get('at')).toBeNull())
})

test('a_matrix_without_doors_says_what_to_widen', async () => {
  server.use(
    http.get(api('/access-matrix'), () =>
      HttpResponse.json({ ...answer, items: [], doors: [], total: 0, door_total: 0 }),
    ),
  )
  show()
  expect(await screen.findByText(words.empty.noDoor)).toBeVisible()
})
