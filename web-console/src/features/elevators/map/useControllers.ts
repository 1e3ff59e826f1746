import type { Ref } from '@/api/types'
import { devices, type Device } from '@/features/devices'
import { useCan } from '@/kit/permissions'
import type { ElevatorDevice } from '../api'
import type { ControllerMap } from './floors'

/** A controller of an elevator as the building needs it. */
export interface Controller extends ControllerMap {
  name: string
  device_mode: string
}

/**
 * The chosen controllers with the maps that their own settings have, which are newer than what the
 * elevator was told of them. Whoever may not see devices gets what the elevator knows.
 */
export function useControllers(chosen: readonly Ref[], known: readonly ElevatorDevice[]) {
  const { meets } = useCan()
  const ids = chosen.map(({ id }) => id)
  const isAsked = ids.length > 0 && meets(devices.can.read)
  const { data, isFetching, error, refetch } = devices.api.useList(
    {
      page: 1,
      size: 20,
      sort: 'id',
      filters: { match: 'match_all', items: [{ field: 'id', rule: 'equals', value: ids }] },
    },
    { skip: !isAsked },
  )
  const controllers = chosen.map(({ id, name }): Controller => {
    const device = isAsked ? data?.items.find((row) => row.id === id) : undefined
    const told = known.find((row) => row.id === id)
    return device ? ofDevice(device) : (told ?? { id, name, device_mode: '', floor_map: [] })
  })
  return {
    controllers,
    isLoading: isAsked && isFetching && !chosen.every(({ id }) => isKnown(id, data?.items, known)),
    error: isAsked ? error : undefined,
    refetch,
  }
}

const isKnown = (
  id: number,
  rows: readonly { id: number }[] | undefined,
  known: readonly { id: number }[],
) => [...(rows ?? []), ...known].some((row) => row.id === id)

function ofDevice({ id, name, device_settings: settings }: Device): Controller {
  const lift = settings?.lift_controller
  return {
    id,
    name,
    device_mode: lift?.settings?.device_mode ?? 'call-up',
    floor_map: lift?.floor_map ?? [],
  }
}
