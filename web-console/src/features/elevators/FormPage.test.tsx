import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import deviceWords from '@/features/devices/locales/en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import ElevatorFormPage from './FormPage'
import words from './locales/en.json'

const server = mockServer()

const floor = (number: number, more: object = {}) => ({
  floor: number,
  name: '',
  is_public: false,
  is_panel_floor: false,
  apartments: [],
  ports: [number],
  ...more,
})
const controller = (id: number, device_mode: string, floor_map: object[]) => ({
  id,
  name: `Controller ${id}`,
  device_settings: { lift_controller: { settings: { device_mode }, floor_map } },
})
const left = controller(7, 'call-up-down', [floor(1, { name: 'Lobby', is_public: true }), floor(2)])
const right = controller(8, 'call-up', [floor(2, { apartments: ['01-03'] }), floor(3)])

const told = (device: typeof left, is_ready: boolean, not_ready_reason: string | null) => ({
  id: device.id,
  name: device.name,
  is_enabled: true,
  device_mode: device.device_settings.lift_controller.settings.device_mode,
  floor_map: device.device_settings.lift_controller.floor_map,
  is_ready,
  not_ready_reason,
})
const elevator = {
  id: 4,
  name: 'North lift',
  domain: { id: 2, name: 'North tower' },
  devices: [told(left, true, null), told(right, false, 'offline')],
  elevator_access_rules: [],
  floors_count: 3,
}

const ALL = ['can_view_elevators', 'can_edit_elevator', 'can_view_all_devices', 'can_edit_device']

/** What was sent, oldest first: the call and its body. */
let sent: [string, unknown][]

beforeEach(() => {
  sent = []
})

function answering(permissions: string[] = ALL) {
  const keep = async (request: Request) => {
    sent.push([
      `${request.method} ${new URL(request.url).pathname.replace('/api/v0', '')}`,
      await request.json(),
    ])
  }
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 1,
        role: { permissions },
        license_info: { features: ['elevator'] },
      }),
    ),
    http.get(api('/elevators/4'), () => HttpResponse.json(elevator)),
    http.get(api('/domains/2'), () => HttpResponse.json({ ...elevator.domain, features_off: [] })),
    http.get(api('/devices'), () =>
      HttpResponse.json({ items: [left, right], total: 2, page: 1, size: 20 }),
    ),
    http.post(api('/elevators/4/call'), async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ floor: 3 })
    }),
    http.patch(api('/devices/:id'), async ({ request }) => {
      await keep(request)
      return HttpResponse.json(left)
    }),
    http.patch(api('/elevators/4'), async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ ...elevator, name: 'Other' })
    }),
  )
}

const show = () =>
  renderApp(<ElevatorFormPage />, {
    at: '/elevators/4/edit',
    route: '/elevators/:id/edit',
    session,
    words: { elevators: words, devices: deviceWords },
  })

const storey = async (name: RegExp) => screen.findByRole('row', { name })

describe('the building', () => {
  test('has the floors of all controllers, the top first, with the relays of each', async () => {
    answering()
    show()
    const table = await screen.findByRole('table', { name: /Floors of the building/ })
    const numbers = within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
    expect(numbers).toEqual(['3', '2', '1'])
    expect(await storey(/Lobby.*For everybody/)).toBeVisible()
    expect(await storey(/01-03/)).toBeVisible()
  })

  test('a controller that is away is told of, with what that means', async () => {
    answering()
    show()
    const list = await screen.findByRole('list', { name: 'Controllers' })
    expect(within(list).getByText('Ready')).toBeVisible()
    expect(within(list).getByText('Offline')).toBeVisible()
    expect(within(list).getByText(/Only floors for everybody/)).toBeVisible()
  })

  test('whoever may not see devices sees the floors that the elevator knows, and changes none', async () => {
    answering(['can_view_elevators'])
    show()
    expect(await storey(/Lobby/)).toBeVisible()
    expect(screen.getByRole('button', { name: /Edit floors/ })).toBeDisabled()
  })
})

describe('a call', () => {
  test('goes at once where nothing is to be chosen', async () => {
    answering()
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Call to floor 3' }))
    expect(await screen.findByText('North lift is on its way to floor 3')).toBeVisible()
    expect(sent).toEqual([['POST /elevators/4/call', { floor: 3 }]])
  })

  test('asks for a direction where the controller takes both', async () => {
    answering()
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Call to floor 1' }))
    const dialog = await screen.findByRole('dialog', { name: 'Call North lift' })
    expect(within(dialog).getByRole('button', { name: 'Call' })).toBeDisabled()
    await userEvent.click(within(dialog).getByText('Down'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Call' }))
    await expect
      .poll(() => sent)
      .toEqual([['POST /elevators/4/call', { floor: 1, direction: 'down' }]])
  })
})

describe('the floors', () => {
  const open = async () => {
    answering()
    show()
    await userEvent.click(await screen.findByRole('button', { name: /Edit floors/ }))
    return screen.findByRole('dialog', { name: 'Floors and relays' })
  }
  const saveIn = (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Save floors' }))
  const cell = (dialog: HTMLElement, name: string) => within(dialog).getByRole('textbox', { name })

  test('go to the controllers that they were changed of, and to no other', async () => {
    const dialog = await open()
    const ports = cell(dialog, 'Relays: Controller 8, floor 3')
    await userEvent.clear(ports)
    await userEvent.type(ports, '5-7')
    await saveIn(dialog)
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toEqual([
      'PATCH /devices/8',
      {
        device_settings: {
          lift_controller: {
            floor_map: [floor(2, { apartments: ['01-03'] }), floor(3, { ports: [5, 6, 7] })],
          },
        },
      },
    ])
  })

  test('an output that two floors name is told at the second, and nothing is sent', async () => {
    const dialog = await open()
    const ports = cell(dialog, 'Relays: Controller 7, floor 1')
    await userEvent.clear(ports)
    await userEvent.type(ports, '2')
    await saveIn(dialog)
    expect(await within(dialog).findByText('This value is taken already')).toBeInTheDocument()
    expect(cell(dialog, 'Relays: Controller 7, floor 1')).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toEqual([])
  })

  test('are added on top, each with the next output', async () => {
    const dialog = await open()
    await userEvent.click(within(dialog).getByRole('button', { name: /Add 1 floor on top/ }))
    expect(cell(dialog, 'Relays: Controller 7, floor 4')).toHaveValue('3')
  })

  test('are numbered upwards from the keyboard', async () => {
    const dialog = await open()
    within(dialog)
      .getByRole('button', { name: 'Number the relays of Controller 7 from floor 1 up to the top' })
      .focus()
    await userEvent.keyboard('{Enter}')
    expect(
      [1, 2, 3].map(
        (at) => (cell(dialog, `Relays: Controller 7, floor ${at}`) as HTMLInputElement).value,
      ),
    ).toEqual(['1', '2', '3'])
  })

  test('what a controller refuses stands at its floor', async () => {
    const dialog = await open()
    server.use(
      http.patch(api('/devices/8'), () =>
        HttpResponse.json(
          {
            message: 'invalid data sent',
            code: 'invalid_data',
            data: {
              fields: { 'device_settings.lift_controller.floor_map.1.name': 'value not unique' },
            },
          },
          { status: 422 },
        ),
      ),
    )
    // Floor 3 is the second of the map that is sent, and the first row here.
    await userEvent.type(cell(dialog, 'Name, floor 3'), 'Roof')
    await saveIn(dialog)
    await expect.poll(() => cell(dialog, 'Name, floor 3').getAttribute('aria-invalid')).toBe('true')
  })
})
