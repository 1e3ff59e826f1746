import {
  elevatorEventsApi as generated,
  type ListElevatorEventsResponse,
} from '@/api/generated/elevator-events'
import { listArgs, type ListQuery } from '@/api/list'
import type { QueryResult } from '@/kit/resource'

export type { ElevatorEvent, ElevatorEventState } from '@/api/generated/elevator-events'

/** Milliseconds between two looks at the log: a command is answered within five seconds. */
const POLL = 5_000

/** A page of the log, asked again while somebody looks at it. */
export const useElevatorEventList = (query: ListQuery): QueryResult<ListElevatorEventsResponse> =>
  generated.useListElevatorEventsQuery(listArgs(query), {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL,
    skipPollingIfUnfocused: true,
  })
