import {
  forwardRulesApi as generated,
  type ForwardRule,
  type ForwardRuleInput,
  type ListForwardRulesResponse,
} from '@/api/generated/forward-rules'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { ForwardRule, ForwardRuleInput } from '@/api/generated/forward-rules'

const forwardRulesApi = generated.enhanceEndpoints({
  endpoints: {
    listForwardRules: { providesTags: providesList('ForwardRules') },
    getForwardRule: { providesTags: providesItem('ForwardRules') },
    createForwardRule: { invalidatesTags: changesList('ForwardRules') },
    updateForwardRule: { invalidatesTags: changesItem('ForwardRules') },
    deleteAllForwardRules: { invalidatesTags: changesAll('ForwardRules') },
  },
})

export const { useDeleteAllForwardRulesMutation } = forwardRulesApi

/** A page of the forward rules that the person sees. */
export const useForwardRuleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListForwardRulesResponse> =>
  forwardRulesApi.useListForwardRulesQuery(listArgs(query), options)

export const useForwardRule = (id: Id, options?: { skip?: boolean }) =>
  forwardRulesApi.useGetForwardRuleQuery({ id }, options)

export const useCreateForwardRule: UseMutation<ForwardRuleInput, ForwardRule> = () => {
  const [create, state] = forwardRulesApi.useCreateForwardRuleMutation()
  return [(forwardRuleInput) => create({ forwardRuleInput }), state]
}

export const useUpdateForwardRule: UseMutation<
  { id: Id; body: ForwardRuleInput },
  ForwardRule
> = () => {
  const [update, state] = forwardRulesApi.useUpdateForwardRuleMutation()
  return [({ id, body }) => update({ id, forwardRuleInput: body }), state]
}
