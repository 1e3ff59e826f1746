import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { SessionState } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { ViewMenu } from './ViewMenu'

const server = mockServer()
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

interface View {
  id: number
  name: string
  search: string
  created_by_user: { id: number; name: string }
}

function answer(permissions: string[], ...shared: View[]) {
  const asked: string[] = []
  const sent: unknown[] = []
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 7, role: { id: 1, name: 'Guard', permissions } }),
    ),
    http.get(api('/shared-views'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: shared })
    }),
    http.put(api('/shared-views'), async ({ request }) => {
      const body = (await request.json()) as Omit<View, 'id'>
      sent.push(body)
      shared.push({ ...body, id: 9, created_by_user: { id: 7, name: 'Gus' } })
      return HttpResponse.json(shared.at(-1))
    }),
    http.delete(api('/shared-views/:id'), ({ params }) => {
      sent.push(Number(params.id))
      shared.splice(0)
      return HttpResponse.json({ id: Number(params.id) })
    }),
  )
  return { asked, sent }
}

const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Views' }))
const lost = (id: number, by: number): View => ({
  id,
  name: 'Lost cards',
  search: '?search=lost',
  created_by_user: { id: by, name: 'Maria' },
})

test("colleagues' views are asked for when the menu is opened, and lead to their list", async () => {
  const { asked } = answer([], lost(3, 8))
  const { router } = renderApp(<ViewMenu table="groups" />, { at: '/groups', session })
  expect(asked).toEqual([])
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Lost cards' }))
  expect(asked).toEqual(['?list=domains'])
  expect(router.state.location.search).toBe('?search=lost')
})

test('a view of one own is shared, and is shared no more', async () => {
  const { sent } = answer([])
  localStorage.setItem(
    'views.7.identifiers',
    JSON.stringify([{ name: 'Mine', search: '?sort=name' }]),
  )
  renderApp(<ViewMenu table="identifiers" />, { at: '/identifiers', session })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /Share with colleagues: Mine/ }))
  const remove = await screen.findByRole('button', { name: 'Share the view Mine no more' })
  await userEvent.click(remove)
  await vi.waitFor(() =>
    expect(sent).toEqual([{ list: 'identifiers', name: 'Mine', search: '?sort=name' }, 9]),
  )
  localStorage.removeItem('views.7.identifiers')
})

test("a colleague's view is removed by those only who may change settings", async () => {
  answer([], lost(3, 8))
  const view = renderApp(<ViewMenu table="users" />, { at: '/users', session })
  await open()
  await screen.findByRole('button', { name: 'Lost cards' })
  const remove = { name: 'Share the view Lost cards no more' }
  expect(screen.queryByRole('button', remove)).not.toBeInTheDocument()
  view.unmount()
  answer(['can_change_project_settings'], lost(3, 8))
  renderApp(<ViewMenu table="users" />, { at: '/users', session })
  await open()
  expect(await screen.findByRole('button', remove)).toBeInTheDocument()
})
