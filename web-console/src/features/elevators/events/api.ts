import {
  elevatorEventsApi as generated,
  type ListElevatorEventsResponse,
} from '@/api/generated/elevator-events'
import { listArgs, type ListQuery } from '@/api/list'
import type { QueryResult } from '@/kit/resource'

export type { ElevatorEvent, ElevatorEventState } from '@/api/generated/elevator-events'

/** Topic of the pushes about the log. */
export const ELEVATOR_EVENT_TOPIC = 'events.elevators'

/** Milliseconds between two looks at the log: a push may be lost. */
const POLL = 30_000

/** A page of the log, asked again while somebody looks at it. */
export const useElevatorEventList = (query: ListQuery): QueryResult<ListElevatorEventsResponse> =>
  generated.useListElevatorEventsQuery(listArgs(query), {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL,
    skipPollingIfUnfocused: true,
  })
