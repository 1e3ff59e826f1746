import {
  timeRulesApi as generated,
  type ListTimeRulesResponse,
  type TimeRule,
  type TimeRuleInput,
} from '@/api/generated/time-rules'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { Period, TimeRule, TimeRuleInput } from '@/api/generated/time-rules'

const timeRulesApi = generated.enhanceEndpoints({
  endpoints: {
    listTimeRules: { providesTags: providesList('TimeRules') },
    getTimeRule: { providesTags: providesItem('TimeRules') },
    createTimeRule: { invalidatesTags: changesList('TimeRules') },
    updateTimeRule: { invalidatesTags: changesItem('TimeRules') },
    deleteAllTimeRules: { invalidatesTags: changesAll('TimeRules') },
    // A question, although it is a POST: nothing changes.
    previewTimeRule: { invalidatesTags: [] },
  },
})

export const { useDeleteAllTimeRulesMutation, usePreviewTimeRuleMutation } = timeRulesApi

/** A page of the schedules that the person sees. */
export const useTimeRuleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListTimeRulesResponse> =>
  timeRulesApi.useListTimeRulesQuery(listArgs(query), options)

export const useTimeRule = (id: Id, options?: { skip?: boolean }) =>
  timeRulesApi.useGetTimeRuleQuery({ id }, options)

export const useCreateTimeRule: UseMutation<TimeRuleInput, TimeRule> = () => {
  const [create, state] = timeRulesApi.useCreateTimeRuleMutation()
  return [(timeRuleInput) => create({ timeRuleInput }), state]
}

export const useUpdateTimeRule: UseMutation<{ id: Id; body: TimeRuleInput }, TimeRule> = () => {
  const [update, state] = timeRulesApi.useUpdateTimeRuleMutation()
  return [({ id, body }) => update({ id, timeRuleInput: body }), state]
}
