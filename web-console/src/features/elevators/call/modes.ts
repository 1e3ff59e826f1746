import type { ElevatorDevice, ElevatorDirection } from '../api'

type Controller = Pick<ElevatorDevice, 'device_mode' | 'floor_map'>

/** The mode in which a controller calls nothing and only releases buttons. */
const RELEASES = 'access-control-manual'

const drivers = (controllers: readonly Controller[], floor: number) =>
  controllers.filter(({ floor_map }) => floor_map.some((each) => each.floor === floor))

/** What somebody who calls from a floor has to choose between; empty where nothing is to be chosen. */
export function directionsOf(
  controllers: readonly Controller[],
  floor: number,
): readonly ElevatorDirection[] {
  const needsOne = drivers(controllers, floor).some(
    ({ device_mode }) => device_mode === 'call-up-down',
  )
  return needsOne ? ['up', 'down'] : []
}

/** Whether the buttons of a floor are released, in place of a lift that is sent there. */
export function isReleased(controllers: readonly Controller[], floor: number): boolean {
  const all = drivers(controllers, floor)
  return all.length > 0 && all.every(({ device_mode }) => device_mode === RELEASES)
}
