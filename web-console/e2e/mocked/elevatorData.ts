/** Lifts of a site, for the pictures of their pages. */

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const anna = { id: 1, name: 'Anna Petrova' }
const bram = { id: 2, name: 'Bram de Vries' }
const chen = { id: 3, name: 'Chen Wei' }
const johanna = { id: 8, name: 'Johanna Lindqvist-Österberg' }
const tower = { id: 2, name: 'North tower' }
const stamp = { created_at: ago(60 * 24 * 9), updated_at: ago(600), created_by_user: anna }

const NAMES: Record<number, string> = { 1: 'Garage', 2: 'Lobby', 3: 'Garden', 12: 'Roof' }

const floor = (number: number) => ({
  floor: number,
  name: NAMES[number] ?? '',
  is_public: number === 2,
  is_panel_floor: number === 1,
  apartments:
    number > 3 && number < 12
      ? [1, 2].map((at) => `01-${String((number - 4) * 2 + at).padStart(2, '0')}`)
      : [],
  ports: [number],
})
const floors = Array.from({ length: 12 }, (_, at) => floor(at + 1))

const controllers = [
  { id: 71, name: 'Lift A, machine room', device_mode: 'call-up-down', floor_map: floors },
  { id: 72, name: 'Lift A, roof', device_mode: 'call-up', floor_map: floors.slice(10) },
]

/** The controllers as devices, which is where their maps are changed. */
export const liftControllers = controllers.map(({ id, name, device_mode, floor_map }) => ({
  id,
  name,
  type: 'liftcontroller',
  model: 'EVRC-IP',
  domain: tower,
  device_info: { status: 'online' },
  device_settings: { lift_controller: { enabled: true, settings: { device_mode }, floor_map } },
}))

const told = controllers.map((controller, at) => ({
  ...controller,
  is_enabled: true,
  is_ready: at === 0,
  not_ready_reason: at === 0 ? null : 'offline',
}))

const rule = (id: number, name: string, users: object[], given: number[]) => ({
  id,
  name,
  description: null,
  users,
  elevators: [
    {
      id: 4,
      name: 'North lift',
      floors: given.map((number) => ({
        floor: number,
        name: NAMES[number] ?? '',
        is_missing: number > 12,
      })),
      available_floors: floors
        .filter(({ is_public }) => !is_public)
        .map(({ floor: number, name: called }) => ({
          floor: number,
          name: called,
          is_missing: false,
        })),
    },
  ],
  ...stamp,
})

export const elevatorRules = [
  rule(1, 'Garden and roof', [anna, bram, chen, johanna], [3, 12, 13]),
  rule(2, 'Cleaners', [chen], [4, 5, 6, 7, 8]),
]

export const elevators = [
  {
    id: 4,
    name: 'North lift',
    domain: tower,
    devices: told,
    elevator_access_rules: elevatorRules.map(({ id, name }) => ({ id, name })),
    floors_count: 12,
    ...stamp,
  },
  {
    id: 5,
    name: 'Goods lift',
    domain: { id: 3, name: 'South tower' },
    devices: [{ ...told[0], id: 73, name: 'Goods', floor_map: floors.slice(0, 4) }],
    elevator_access_rules: [],
    floors_count: 4,
    ...stamp,
  },
]

export const elevatorFloors = floors.toReversed().map(({ ports, ...of }) => ({
  ...of,
  devices: [{ id: 71, name: controllers[0]?.name, ports }],
  is_allowed: true,
}))

const event = (id: number, code: string, more: object) => ({
  id,
  category: 'access',
  code,
  elevator: { id: 4, name: 'North lift' },
  device: { id: 71, name: 'Lift A, machine room' },
  domain: tower,
  user: null,
  panel: null,
  floors: [],
  direction: null,
  state: null,
  error: null,
  created_at: ago((9 - id) * 7),
  received_at: ago((9 - id) * 7),
  ...more,
})

export const elevatorEvents = [
  event(6, 'lift_called', { user: anna, floors: [2], direction: 'up', state: 'sent' }),
  event(5, 'floors_released', {
    user: bram,
    floors: [2, 3, 5, 12],
    state: 'done',
    panel: { id: 1, name: 'Main gate' },
  }),
  event(4, 'lift_call_success', {}),
  event(3, 'lift_called', { user: chen, floors: [7], state: 'failed', error: 'no_answer' }),
  event(2, 'lift_call_error', {}),
  event(1, 'device_booted', { category: 'system' }),
]
