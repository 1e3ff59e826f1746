import {
  elevatorsApi as generated,
  type Elevator,
  type ElevatorInput,
  type ListElevatorsResponse,
} from '@/api/generated/elevators'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type {
  Elevator,
  ElevatorDevice,
  ElevatorDeviceFloor,
  ElevatorDirection,
  ElevatorInput,
} from '@/api/generated/elevators'

/** Rules tell the names and the floors of elevators. */
const changesRules = (_result: unknown, error: unknown) =>
  error ? [] : [{ type: 'ElevatorAccessRules' as const }]

const elevatorsApi = generated.enhanceEndpoints({
  endpoints: {
    listElevators: { providesTags: providesList('Elevators') },
    getElevator: {
      // A push names a controller and not its elevator, so that it renews what is open with the lists.
      providesTags: (result, error, arg) => [
        ...providesItem('Elevators')(result, error, arg),
        { type: 'Elevators', id: 'LIST' },
      ],
    },
    createElevator: { invalidatesTags: changesList('Elevators') },
    updateElevator: {
      invalidatesTags: (result, error, arg) => [
        ...changesItem('Elevators')(result, error, arg),
        ...changesRules(result, error),
      ],
    },
    deleteAllElevators: {
      invalidatesTags: (result, error) => [
        ...changesAll('Elevators')(result, error),
        ...changesRules(result, error),
      ],
    },
    // A call moves a lift and changes nothing that is kept, but for the log.
    callElevator: { invalidatesTags: [{ type: 'ElevatorEvents' }] },
  },
})

export const { useCallElevatorMutation, useDeleteAllElevatorsMutation } = elevatorsApi

/** Maps and readiness change with the devices, while no page of elevators listens. */
const FRESH = { refetchOnMountOrArgChange: true }

export const useElevatorList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListElevatorsResponse> =>
  elevatorsApi.useListElevatorsQuery(listArgs(query), { ...FRESH, ...options })

export const useElevator = (id: Id, options?: { skip?: boolean }) =>
  elevatorsApi.useGetElevatorQuery({ id }, { ...FRESH, ...options })

export const useCreateElevator: UseMutation<ElevatorInput, Elevator> = () => {
  const [create, state] = elevatorsApi.useCreateElevatorMutation()
  return [(elevatorInput) => create({ elevatorInput }), state]
}

export const useUpdateElevator: UseMutation<{ id: Id; body: ElevatorInput }, Elevator> = () => {
  const [update, state] = elevatorsApi.useUpdateElevatorMutation()
  return [({ id, body }) => update({ id, elevatorInput: body }), state]
}
