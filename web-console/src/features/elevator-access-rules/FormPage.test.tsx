import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import RuleFormPage from './FormPage'
import words from './locales/en.json'

const server = mockServer()

const anna = { id: 1, name: 'Anna' }
const ruleFloor = (floor: number, is_missing = false) => ({ floor, name: '', is_missing })
const rule = {
  id: 9,
  name: 'Roof and gym',
  description: null,
  users: [anna],
  elevators: [
    {
      id: 4,
      name: 'North lift',
      floors: [ruleFloor(3), ruleFloor(7, true)],
      available_floors: [ruleFloor(2), ruleFloor(3)],
    },
  ],
}
const other = {
  ...rule,
  id: 10,
  name: 'Cleaners',
  elevators: [{ ...rule.elevators[0], floors: [ruleFloor(2)] }],
}
const floors = [
  { floor: 1, name: 'Lobby', is_public: true },
  { floor: 2, name: '', is_public: false },
  { floor: 3, name: 'Gym', is_public: false },
]

let sent: unknown[]

beforeEach(() => {
  sent = []
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 1,
        role: {
          permissions: [
            'can_view_elevators',
            'can_view_all_elevator_access_rules',
            'can_edit_elevator_access_rule',
            'can_create_elevator_access_rule',
          ],
        },
        license_info: { features: ['elevator'] },
      }),
    ),
    http.get(api('/elevator-access-rules/9'), () => HttpResponse.json(rule)),
    http.get(api('/elevator-access-rules'), () =>
      HttpResponse.json({ items: [rule, other], total: 2, page: 1, size: 500 }),
    ),
    http.get(api('/elevators/4/floors'), () => HttpResponse.json({ items: floors })),
    http.patch(api('/elevator-access-rules/9'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(rule)
    }),
  )
})

const show = (at: string, route: string) =>
  renderApp(<RuleFormPage />, { at, route, session, words: { 'elevator-access-rules': words } })
const edit = () => show('/elevators/access-rules/9/edit', '/elevators/access-rules/:id/edit')
const toggle = (name: RegExp) => screen.findByRole('button', { name })

test('each floor says by what each user gets there', async () => {
  edit()
  expect(await toggle(/^Floor 3, Gym$/)).toHaveAttribute('aria-pressed', 'true')
  expect(await toggle(/^Floor 2$/)).toHaveAttribute('aria-pressed', 'false')
  const row = screen.getByRole('row', { name: /^Anna/ })
  const ways = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.getAttribute('aria-label'))
  expect(ways).toEqual([
    'For everybody',
    'By another rule: Cleaners',
    'By this rule',
    'By this rule',
  ])
  expect(screen.queryByRole('button', { name: /Lobby/ })).not.toBeInTheDocument()
})

test('a floor is switched by a click, by the keyboard, and all of them by one button', async () => {
  edit()
  await userEvent.click(await toggle(/^Floor 2$/))
  expect(await toggle(/^Floor 2$/)).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{ArrowRight} ')
  expect(await toggle(/^Floor 3, Gym$/)).toHaveAttribute('aria-pressed', 'false')
  expect(screen.getByText('2 floors')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'All floors' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sent)
    .toEqual([{ elevators: [{ id: 4, floors: [2, 3, 7].map((floor) => ({ floor })) }] }])
})

test('a floor that is in no map stays in the rule, and can be taken out', async () => {
  edit()
  const missing = await toggle(/^Floor 7: in no map now/)
  expect(missing).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(missing)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toEqual([{ elevators: [{ id: 4, floors: [{ floor: 3 }] }] }])
})

test('a rule without users and floors is not sent', { timeout: 30_000 }, async () => {
  show('/elevators/access-rules/add', '/elevators/access-rules/add')
  const name = () => screen.getByRole('textbox', { name: 'Name' })
  // The fields are off until the rights are known.
  await vi.waitFor(() => expect(name()).toBeEnabled())
  await userEvent.type(name(), 'Empty')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Choose at least one')).toHaveLength(2)
  expect(sent).toEqual([])
})
