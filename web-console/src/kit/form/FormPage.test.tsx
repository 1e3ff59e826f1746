import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderApp } from '@/testing/renderApp'
import type { Resource } from '../resource'
import { FormPage } from './FormPage'
import { nameRule, optionalText } from './rules'
import { typedFields } from './typedFields'
import { useResourceForm } from './useResourceForm'
import { useRowForm } from './useRowForm'

const schema = z.object({
  name: nameRule(10),
  note: optionalText(50),
  network: z.object({ ip: z.string() }),
})
type Values = z.input<typeof schema>
interface Door extends Values {
  id: number
}

const lobby: Door = { id: 4, name: 'Lobby', note: 'by the stairs', network: { ip: '10.0.0.4' } }
const toForm = ({ name, note, network }: Door) => ({ name, note, network })
const F = typedFields<Values>()

function doorsWith(save: (arg: unknown) => Promise<Door>) {
  const mutation = () => [(arg: unknown) => ({ unwrap: () => save(arg) }), { isLoading: false }]
  return {
    form: {
      schema,
      empty: { name: '', note: '', network: { ip: '' } },
      toForm,
    },
    api: {
      useGet: (_id: number, { skip }: { skip: boolean }) => ({
        data: skip ? undefined : lobby,
        isLoading: false,
        isFetching: false,
        refetch: () => undefined,
      }),
      useCreate: mutation,
      useUpdate: mutation,
    },
  } as unknown as Resource<Door, typeof schema>
}

interface Props {
  save: (arg: unknown) => Promise<Door>
  id?: number
  onSaved?: (door: Door) => void
  onFailed?: (error: unknown) => void
}

const ignore = () => undefined

function DoorPage({ save, id, onSaved = ignore, onFailed = ignore }: Props) {
  const [doors] = useState(() => doorsWith(save))
  const control = useResourceForm(doors, id, { onSaved, onFailed })
  return (
    <FormPage
      control={control}
      title="Door"
      backTo="/doors"
      tabs={[
        {
          key: 'general',
          label: 'General',
          fields: ['name', 'note'],
          content: (
            <>
              <F.Text name="name" label="Name" />
              <F.Text name="note" label="Note" />
            </>
          ),
        },
        {
          key: 'network',
          label: 'Network',
          fields: ['network'],
          content: <F.Text name="network.ip" label="Address" />,
        },
        { key: 'log', label: 'Log', fields: [], isView: true, content: <p>what happened</p> },
      ]}
    />
  )
}

/** A form of one row, the cache behind which the test turns as it likes. */
function CachedDoorPage({ save, cached }: Pick<Props, 'save'> & { cached: Door }) {
  const control = useRowForm({
    schema,
    defaults: { name: '', note: '', network: { ip: '' } },
    toForm,
    row: cached,
    loaded: { isLoading: false, error: undefined, refetch: () => undefined },
    save,
    isSaving: false,
    onSaved: ignore,
    onFailed: ignore,
  })
  return (
    <FormPage
      control={{ ...control, isNew: false }}
      title="Door"
      backTo="/doors"
      tabs={[
        {
          key: 'general',
          label: 'General',
          fields: ['name', 'note'],
          content: (
            <>
              <F.Text name="name" label="Name" />
              <F.Text name="note" label="Note" />
            </>
          ),
        },
      ]}
    />
  )
}

/** The page, and a way to let the cache have another row. */
function renderCached(save: (arg: unknown) => Promise<Door>) {
  let refetch: (row: Door) => void = ignore
  function Cache() {
    const [row, setRow] = useState(lobby)
    useEffect(() => {
      refetch = setRow
    }, [])
    return <CachedDoorPage save={save} cached={row} />
  }
  renderApp(<Cache />)
  return { refetched: (row: Door) => act(() => refetch(row)) }
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const fill = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}
const refusal = (fields: Record<string, string>) => ({
  status: 422,
  data: { message: 'invalid data sent', code: 'invalid', data: { fields } },
})

describe('saving', () => {
  test('a new thing sends everything, blank as null', async () => {
    const onSaved = vi.fn()
    const send = vi.fn(async () => lobby)
    renderApp(<DoorPage save={send} onSaved={onSaved} />)
    await fill('Name', ' Gate ')
    await save()
    expect(send).toHaveBeenCalledWith({ name: 'Gate', note: null, network: { ip: '' } })
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(lobby))
  })

  test('an edited thing sends only what was changed', async () => {
    const send = vi.fn(async () => lobby)
    renderApp(<DoorPage save={send} id={4} />)
    await fill('Note', 'by the lift')
    await save()
    expect(send).toHaveBeenCalledWith({ id: 4, body: { note: 'by the lift' } })
  })

  test('nothing is sent while a field is wrong', async () => {
    const send = vi.fn(async () => lobby)
    renderApp(<DoorPage save={send} />)
    await save()
    expect(await screen.findByText('Check the data in the fields')).toBeInTheDocument()
    expect(screen.getByText('Required')).toBeInTheDocument()
    expect(send).not.toHaveBeenCalled()
  })
})

describe('what is shown after a save', () => {
  test('is what was saved, also while the cached row is the old one', async () => {
    renderCached(async () => ({ ...lobby, name: 'Gate' }))
    await fill('Name', 'Gate')
    await save()
    await vi.waitFor(() =>
      expect(screen.queryByText('There are unsaved changes')).not.toBeInTheDocument(),
    )
    expect(screen.getByLabelText('Name')).toHaveValue('Gate')
  })

  test('is not sent back by the next save, whether or not the list of rows came meanwhile', async () => {
    const send = vi.fn(async (_body: unknown) => ({ ...lobby, name: 'Gate' }))
    const { refetched } = renderCached(send)
    await fill('Name', 'Gate')
    await save()
    await fill('Note', 'new')
    refetched({ ...lobby, name: 'Gate' })
    await save()
    expect(send.mock.calls).toEqual([[{ name: 'Gate' }], [{ note: 'new' }]])
  })

  test('leaves alone what a colleague saved while somebody typed', async () => {
    const send = vi.fn(async (_body: unknown) => lobby)
    const { refetched } = renderCached(send)
    await fill('Note', 'mine')
    refetched({ ...lobby, name: 'Renamed by a colleague' })
    await save()
    expect(send).toHaveBeenCalledWith({ note: 'mine' })
  })
})

describe('a refusal by the server', () => {
  test('lands on its field, in the words of the catalogue, and opens the tab that has it', async () => {
    const send = () => Promise.reject(refusal({ 'network.ip': 'value not unique' }))
    const { router } = renderApp(<DoorPage save={send} id={4} />)
    await fill('Name', 'Gate')
    await save()
    expect(await screen.findByText('This value is taken already')).toBeInTheDocument()
    await vi.waitFor(() => expect(router.state.location.search).toBe('?tab=network'))
    expect(screen.getByRole('tab', { name: /Network.*1 field to correct/ })).toBeInTheDocument()
  })

  test('about no field goes to the page', async () => {
    const onFailed = vi.fn()
    const failure = { status: 409, data: { message: 'value not unique', code: 'x' } }
    renderApp(<DoorPage save={() => Promise.reject(failure)} id={4} onFailed={onFailed} />)
    await fill('Name', 'Gate')
    await save()
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledWith(failure))
  })
})

describe('unsaved changes', () => {
  test('are not left without asking', async () => {
    const { router } = renderApp(<DoorPage save={async () => lobby} id={4} />)
    await fill('Name', 'Gate')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Leave without saving?')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/')
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/doors'))
  })

  test('do not hold a page that nobody touched', async () => {
    const { router } = renderApp(<DoorPage save={async () => lobby} id={4} />)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(router.state.location.pathname).toBe('/doors')
  })
})

describe('a tab that only shows', () => {
  const bar = () => screen.queryByRole('button', { name: 'Save' })

  test('has_no_save_bar_until_something_was_changed_elsewhere', async () => {
    renderApp(<DoorPage id={4} save={async () => lobby} />, { at: '/door?tab=log' })
    expect(await screen.findByText('what happened')).toBeVisible()
    expect(bar()).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'General' }))
    await userEvent.type(screen.getByLabelText('Name'), '!')
    await userEvent.click(screen.getByRole('tab', { name: 'Log' }))
    expect(bar()).toBeInTheDocument()
  })
})

test('what_cannot_be_loaded_leaves_the_page_its_title', () => {
  function Gone() {
    const [doors] = useState(() => doorsWith(() => Promise.resolve(lobby)))
    const control = useResourceForm(doors, undefined, { onSaved: ignore, onFailed: ignore })
    const failed = { ...control, row: undefined, loadError: { status: 404, data: null } }
    return <FormPage control={failed} title="Doors" backTo="/doors" tabs={[]} />
  }
  renderApp(<Gone />)
  expect(screen.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible()
  expect(screen.getByRole('alert')).toBeVisible()
})
