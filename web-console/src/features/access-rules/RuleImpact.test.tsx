import { zodResolver } from '@hookform/resolvers/zod'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { useProfile } from '@/kit/permissions'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import { RuleImpact } from './RuleImpact'
import { accessRuleSchema, emptyAccessRule, type AccessRuleForm } from './schema'

const server = mockServer()
const lobby = { id: 7, name: 'Lobby' }
const anna = { id: 2, name: 'Anna' }
const draft = { ...emptyAccessRule, devices: [{ ...lobby, lock_number: 0 }], users: [anna] }

const session = {
  sessions: [
    {
      token: 'a',
      refresh: 'b',
      project: { id: 1, uid: 'p', name: 'P', description: '', is_support: false },
    },
  ],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

const change = (user: object, before: string, after: string) => ({
  user,
  device: lobby,
  lock_number: 1,
  before,
  after,
})

const nothing = { items: [], total: 0, gained: 0, lost: 0 }

function withRights(permissions: string[]) {
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions }, license_info: { features: [] } }),
    ),
  )
}

/** What was asked is gathered. */
function answering(answer: object, status = 200) {
  const asked: unknown[] = []
  server.use(
    http.post(api('/access-matrix/impact'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(answer, { status })
    }),
  )
  return asked
}

beforeEach(() => withRights(['can_view_access_rules', 'can_edit_access_rule']))

function Draft({ values, id }: { values: AccessRuleForm; id?: number }) {
  const profile = useProfile()
  const form = useForm<AccessRuleForm>({
    defaultValues: values,
    resolver: zodResolver(accessRuleSchema),
  })
  return (
    <FormProvider {...form}>
      <button type="button" onClick={() => form.setValue('prohibition', true)}>
        forbid
      </button>
      <p>{form.formState.errors.devices?.message}</p>
      {profile && <p>somebody is known</p>}
      <RuleImpact id={id} />
    </FormProvider>
  )
}

const show = (values: AccessRuleForm = draft, id?: number) =>
  renderApp(<Draft values={values} id={id} />, { session, words: { 'access-rules': words } })

const ask = async (name = 'Show') =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`${name}$`) }))

test('who_gains_and_who_loses_which_doors_is_said_before_the_rule_is_saved', async () => {
  const boris = { id: 3, name: 'Boris' }
  const items = [change(anna, 'none', 'open'), change(boris, 'open', 'none')]
  const asked = answering({ items, total: 2, gained: 1, lost: 1 })
  show(draft, 5)
  await ask()
  expect(await screen.findByText('1 person gets 1 door')).toBeVisible()
  expect(screen.getByText('1 person loses 1 door')).toBeVisible()
  expect(asked).toMatchObject([
    { id: 5, access_rule: { devices: [{ id: 7, lock_number: 0 }], users: [anna] } },
  ])
  const [first, second] = screen.getAllByRole('listitem')
  expect(within(first!).getByRole('link', { name: 'Boris' })).toHaveAttribute('href', '/users/3')
  expect(first).toHaveTextContent('Lost')
  expect(within(second!).getByRole('link', { name: /Lobby/ })).toHaveAttribute('href', '/devices/7')
  expect(second).toHaveTextContent('no access → opens')
})

test('a_draft_that_changes_nothing_says_so', async () => {
  answering(nothing)
  show()
  await ask()
  expect(await screen.findByText(words.impact.none)).toBeVisible()
})

test('a_new_rule_need_not_have_a_name_to_be_asked_about', async () => {
  const asked = answering(nothing)
  show({ ...draft, name: ' ' })
  await ask()
  await screen.findByText(words.impact.none)
  expect(asked).toMatchObject([{ access_rule: { name: 'New access rule' } }])
})

test('without_a_door_the_field_says_what_is_missing_and_nothing_is_asked', async () => {
  const asked = answering(nothing)
  show({ ...draft, devices: [] })
  await ask()
  expect(await screen.findByText(/must have a device/)).toBeVisible()
  expect(asked).toEqual([])
})

test('what_was_answered_for_another_draft_is_marked_until_it_is_asked_again', async () => {
  const asked = answering(nothing)
  show()
  await ask()
  await screen.findByText(words.impact.none)
  await userEvent.click(screen.getByRole('button', { name: 'forbid' }))
  expect(await screen.findByText(words.impact.stale)).toBeVisible()
  await ask('Show again')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(await screen.findByText(words.impact.none)).toBeVisible()
  expect(screen.queryByText(words.impact.stale)).toBeNull()
  expect(asked).toMatchObject([
    { access_rule: { prohibition: false } },
    { access_rule: { prohibition: true } },
  ])
})

test('a_refusal_is_said_in_the_panel_and_may_be_tried_again', async () => {
  answering({ message: 'too many requests', code: 'too_many_requests' }, 429)
  show()
  await ask()
  expect(await screen.findByRole('alert')).toBeVisible()
  answering(nothing)
  await ask('Show again')
  expect(await screen.findByText(words.impact.none)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('whoever_may_not_view_rules_is_not_offered_it', async () => {
  withRights(['can_create_access_rule'])
  show()
  await screen.findByText('somebody is known')
  expect(screen.queryByText(words.impact.title)).toBeNull()
})
