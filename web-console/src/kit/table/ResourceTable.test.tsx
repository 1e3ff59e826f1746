import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from '@/api/list'
import { renderApp } from '@/testing/renderApp'
import { useListState } from '../list'
import { ResourceTable, type ResourceTableProps } from './ResourceTable'

interface Door {
  id: number
  name: string
}

const doors: Door[] = [
  { id: 1, name: 'Lobby' },
  { id: 2, name: 'Gate' },
  { id: 3, name: 'Roof' },
]
const page = (items: Door[], total = items.length): Page<Door> => ({
  items,
  total,
  page: 1,
  size: 20,
})

/** What a query says of a page that is there. */
const shown = (data: Page<Door>) => ({
  data,
  isLoading: false,
  isFetching: false,
  refetch: () => undefined,
})

function Doors(props: Partial<ResourceTableProps<Door>>) {
  const list = useListState({ sort: 'name' })
  return (
    <ResourceTable<Door>
      id="doors"
      list={list}
      rows={shown(page(doors))}
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name, isMain: true, sortable: true },
      ]}
      filters={[{ field: 'name', label: 'Name', type: 'text' }]}
      label={({ name }) => name}
      linkOf={({ id }) => `/doors/${id}/edit`}
      empty={{ icon: () => null, title: 'No doors yet', text: 'Add one.' }}
      {...props}
    />
  )
}

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')!

/** A list that counts how often a cell is drawn. */
function counted() {
  const draw = vi.fn(({ name }: Door) => name)
  const columns = [{ key: 'name', title: 'Name', render: draw, isMain: true }]
  return { draw, columns }
}

describe('what is drawn anew', () => {
  test('of 500 rows, selecting them all draws each row in sight once, and no other', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ id: at + 1, name: `Door ${at + 1}` }))
    const { draw, columns } = counted()
    const bulkActions = [{ key: 'open', label: 'Open', run: async () => true }]
    renderApp(<Doors rows={shown(page(many))} columns={columns} bulkActions={bulkActions} />, {
      at: '/doors',
    })
    const inSight = screen.getAllByRole('row').length - 1
    expect(inSight).toBeLessThan(60)
    draw.mockClear()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(screen.getByText('500 selected')).toBeVisible()
    expect(draw.mock.calls.length).toBeLessThanOrEqual(inSight)
  })

  test('typing a search draws no row until the list is asked', () => {
    const { draw, columns } = counted()
    renderApp(<Doors columns={columns} />, { at: '/doors' })
    const search = screen.getByRole('searchbox')
    draw.mockClear()
    // At once, so that the pause cannot come in between.
    for (const value of ['g', 'ga', 'gat', 'gate']) fireEvent.change(search, { target: { value } })
    expect(search).toHaveValue('gate')
    expect(draw).not.toHaveBeenCalled()
  })

  test('typing into a filter draws no row', async () => {
    const { draw, columns } = counted()
    renderApp(<Doors columns={columns} />, { at: '/doors' })
    await userEvent.click(screen.getByRole('button', { name: /Filter/ }))
    const value = await screen.findByRole('textbox', { name: 'Value' })
    draw.mockClear()
    await userEvent.type(value, 'gate')
    expect(value).toHaveValue('gate')
    expect(draw).not.toHaveBeenCalled()
  })
})

describe('what is shown', () => {
  test('rows link to their edit pages', () => {
    renderApp(<Doors />, { at: '/doors' })
    expect(screen.getByRole('link', { name: 'Gate' })).toHaveAttribute('href', '/doors/2/edit')
    expect(screen.getByText('3 rows')).toBeInTheDocument()
  })

  test('above ten thousand the total is no number', () => {
    renderApp(<Doors rows={shown(page(doors, 10_001))} />, { at: '/doors' })
    expect(screen.getByText('More than 10,000')).toBeInTheDocument()
  })

  test('an empty list teaches, a narrowed one offers to clear', async () => {
    const { unmount } = renderApp(<Doors rows={shown(page([]))} />, { at: '/doors' })
    expect(screen.getByText('No doors yet')).toBeInTheDocument()
    unmount()
    const { router } = renderApp(<Doors rows={shown(page([]))} />, { at: '/doors?search=x' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(router.state.location.search).toBe('')
  })

  test('a table says that its rows are fetched again, a live one does not', () => {
    const rows = { ...shown(page(doors)), isFetching: true }
    const { unmount, container } = renderApp(<Doors rows={rows} />, { at: '/doors' })
    expect(container.querySelector('[aria-busy=true]')).toBeInTheDocument()
    unmount()
    const live = renderApp(<Doors rows={rows} isLive />, { at: '/doors' })
    expect(live.container.querySelector('[aria-busy=false]')).toBeInTheDocument()
    expect(live.container.querySelector('[aria-busy=true]')).not.toBeInTheDocument()
  })

  test('a failure says why and can be tried again', async () => {
    const onRetry = vi.fn()
    const error = { status: 403, data: { message: 'action prohibited', code: 'x' } }
    const rows = { isLoading: false, isFetching: false, error, refetch: onRetry }
    renderApp(<Doors rows={rows} />, { at: '/doors' })
    expect(screen.getByText('This action is not allowed')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /Try again/ }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('the address', () => {
  test('takes the sorting, and back again', async () => {
    const { router } = renderApp(<Doors />, { at: '/doors' })
    await userEvent.click(screen.getAllByText('Name')[0]!)
    expect(router.state.location.search).toBe('?sort=-name')
  })

  test('takes the search once the typing pauses', async () => {
    const { router } = renderApp(<Doors />, { at: '/doors?page=4' })
    await userEvent.type(screen.getByRole('searchbox'), 'gate')
    await vi.waitFor(() => expect(router.state.location.search).toBe('?search=gate'))
  })
})

describe('the keyboard', () => {
  test('j and k move, e edits', async () => {
    const { router } = renderApp(<Doors />, { at: '/doors' })
    await userEvent.keyboard('jjk')
    await userEvent.keyboard('e')
    expect(router.state.location.pathname).toBe('/doors/1/edit')
  })

  test('x selects for a bulk action, which clears the selection once it is done', async () => {
    const run = vi.fn(async () => true)
    renderApp(<Doors bulkActions={[{ key: 'open', label: 'Open', run }]} />, { at: '/doors' })
    await userEvent.keyboard('jx')
    await userEvent.keyboard('jx')
    expect(screen.getByText('2 selected')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(run).toHaveBeenCalledWith([doors[0], doors[1]])
    await vi.waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument())
  })

  test("Enter opens the row that the keys are on, but on a button it is the button's", async () => {
    const { router } = renderApp(
      <Doors
        preview={({ name }) => <p>About {name}</p>}
        rowActions={[{ key: 'a', label: 'Rename', run: vi.fn() }]}
      />,
      { at: '/doors' },
    )
    await userEvent.keyboard('j')
    screen.getByRole('button', { name: 'Actions: Gate' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeInTheDocument()
    expect(router.state.location.search).toBe('')
  })

  test('a slash goes to the search', async () => {
    renderApp(<Doors />, { at: '/doors' })
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })
})

describe('a list of hundreds', () => {
  const hundreds = Array.from({ length: 500 }, (_door, at) => ({ id: at + 1, name: `Door ${at}` }))
  const drawn = () => document.querySelectorAll('[data-row]').length

  // Heights, which the tests' browser does not lay out: a screen of 600 pixels, rows of 36.
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
      return this === document.documentElement ? 600 : 36
    })
  })
  afterEach(() => vi.restoreAllMocks())

  test('has only the rows in sight in the document, and says how many there are', () => {
    renderApp(<Doors rows={shown(page(hundreds))} />, { at: '/doors' })
    expect(drawn()).toBeGreaterThan(0)
    expect(drawn()).toBeLessThan(60)
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
    expect(rowOf('Door 2')).toHaveAttribute('aria-rowindex', '4')
  })

  test('has all rows in the document while it is printed', () => {
    renderApp(<Doors rows={shown(page(hundreds))} />, { at: '/doors' })
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toBe(500)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(drawn()).toBeLessThan(60)
  })

  test('is selected as a whole, rows that are not drawn too', async () => {
    const run = vi.fn(async (_rows: Door[]) => false)
    renderApp(
      <Doors rows={shown(page(hundreds))} bulkActions={[{ key: 'open', label: 'Open', run }]} />,
      { at: '/doors' },
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(run.mock.calls[0]![0]).toHaveLength(500)
  })

  test('a row that is selected is the only one drawn anew', async () => {
    const { draw, columns } = counted()
    renderApp(
      <Doors columns={columns} bulkActions={[{ key: 'open', label: 'Open', run: vi.fn() }]} />,
      { at: '/doors' },
    )
    draw.mockClear()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Gate' }))
    expect(draw.mock.calls.map(([{ name }]) => name)).toEqual(['Gate'])
  })
})

describe('the selection', () => {
  test('holds no row that a new filter hides', async () => {
    const run = vi.fn(async () => true)
    const { router } = renderApp(<Doors bulkActions={[{ key: 'open', label: 'Open', run }]} />, {
      at: '/doors',
    })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Gate' }))
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    await act(() => router.navigate('/doors?search=lobby'))
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument()
  })
})

test('a page beyond the end shows the last one', async () => {
  const beyond = { ...page([], 30), page: 9 }
  const { router } = renderApp(<Doors rows={shown(beyond)} />, { at: '/doors?page=9' })
  await vi.waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  expect(screen.queryByText('No doors yet')).not.toBeInTheDocument()
})

describe('the drawer', () => {
  test('opens from the address and shows the row', async () => {
    renderApp(<Doors preview={({ name }) => <p>About {name}</p>} />, { at: '/doors?preview=2' })
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByText('About Gate')).toBeInTheDocument()
  })

  test('fetches a row that is on another page', async () => {
    const useRow = (id: number, { skip } = { skip: false }) => ({
      data: skip ? undefined : { id, name: `Door ${id}` },
      isLoading: false,
      isFetching: false,
      refetch: () => undefined,
    })
    renderApp(<Doors useRow={useRow as never} preview={({ name }) => <p>About {name}</p>} />, {
      at: '/doors?preview=77',
    })
    expect(await screen.findByText('About Door 77')).toBeInTheDocument()
  })
})

test('an action that cannot be done is off', async () => {
  const run = vi.fn()
  const action = { key: 'a', label: 'Delete', disabled: () => 'It is online', run }
  renderApp(<Doors rowActions={[action]} />, { at: '/doors' })
  await userEvent.click(within(rowOf('Gate')).getByRole('button', { name: 'Actions: Gate' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(run).not.toHaveBeenCalled()
})
