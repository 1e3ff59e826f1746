import {
  elevatorAccessRulesApi,
  type ElevatorAccessRule,
  type ElevatorAccessRuleInput,
  type ListElevatorAccessRulesResponse,
} from '@/api/generated/elevator-access-rules'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type {
  ElevatorAccessRule,
  ElevatorAccessRuleInput,
  RuleElevator,
  RuleFloor,
} from '@/api/generated/elevator-access-rules'

/** An elevator tells which rules name it. */
const changesElevators = (_result: unknown, error: unknown) =>
  error ? [] : [{ type: 'Elevators' as const }]

const rulesApi = elevatorAccessRulesApi.enhanceEndpoints({
  endpoints: {
    listElevatorAccessRules: { providesTags: providesList('ElevatorAccessRules') },
    getElevatorAccessRule: { providesTags: providesItem('ElevatorAccessRules') },
    createElevatorAccessRule: {
      invalidatesTags: (result, error) => [
        ...changesList('ElevatorAccessRules')(result, error),
        ...changesElevators(result, error),
      ],
    },
    updateElevatorAccessRule: {
      invalidatesTags: (result, error, arg) => [
        ...changesItem('ElevatorAccessRules')(result, error, arg),
        ...changesElevators(result, error),
      ],
    },
    deleteAllElevatorAccessRules: {
      invalidatesTags: (result, error) => [
        ...changesAll('ElevatorAccessRules')(result, error),
        ...changesElevators(result, error),
      ],
    },
  },
})

export const { useDeleteAllElevatorAccessRulesMutation } = rulesApi

/** Floors come and go with the maps of the controllers. */
const FRESH = { refetchOnMountOrArgChange: true }

export const useRuleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListElevatorAccessRulesResponse> =>
  rulesApi.useListElevatorAccessRulesQuery(listArgs(query), { ...FRESH, ...options })

export const useRule = (id: Id, options?: { skip?: boolean }) =>
  rulesApi.useGetElevatorAccessRuleQuery({ id }, { ...FRESH, ...options })

export const useCreateRule: UseMutation<ElevatorAccessRuleInput, ElevatorAccessRule> = () => {
  const [create, state] = rulesApi.useCreateElevatorAccessRuleMutation()
  return [(elevatorAccessRuleInput) => create({ elevatorAccessRuleInput }), state]
}

export const useUpdateRule: UseMutation<
  { id: Id; body: ElevatorAccessRuleInput },
  ElevatorAccessRule
> = () => {
  const [update, state] = rulesApi.useUpdateElevatorAccessRuleMutation()
  return [({ id, body }) => update({ id, elevatorAccessRuleInput: body }), state]
}
