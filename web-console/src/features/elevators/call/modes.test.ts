import { expect, test } from 'vitest'
import { directionsOf, isReleased } from './modes'

const at = (floor: number) => ({
  floor,
  name: '',
  is_public: false,
  is_panel_floor: false,
  apartments: [],
  ports: [floor],
})
const controller = (device_mode: string, ...floors: number[]) => ({
  device_mode,
  floor_map: floors.map(at),
})

test('a direction is asked for only where a controller of the floor takes both', () => {
  const controllers = [controller('call-up-down', 1), controller('call-up', 1, 2)]
  expect(directionsOf(controllers, 1)).toEqual(['up', 'down'])
  expect(directionsOf(controllers, 2)).toEqual([])
})

test('a floor is released where none of its controllers calls a lift', () => {
  const controllers = [controller('access-control-manual', 1, 2), controller('call-up', 2)]
  expect(isReleased(controllers, 1)).toBe(true)
  expect(isReleased(controllers, 2)).toBe(false)
  expect(isReleased(controllers, 3)).toBe(false)
})
