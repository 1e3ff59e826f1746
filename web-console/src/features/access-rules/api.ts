import {
  accessRulesApi,
  type AccessRule,
  type AccessRuleInput,
  type ListAccessRulesResponse,
} from '@/api/generated/access-rules'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult, UseMutation } from '@/kit/resource'

export type { AccessRule, AccessRuleInput, RuleDevice } from '@/api/generated/access-rules'
export type { Device } from '@/api/generated/devices'

/** A schedule and an identifier tell which rules name them. */
const changesUses = (_result: unknown, error: unknown) =>
  error ? [] : (['TimeRules', 'Identifiers'] as const).map((type) => ({ type }))

const rulesApi = accessRulesApi.enhanceEndpoints({
  endpoints: {
    listAccessRules: { providesTags: providesList('AccessRules') },
    getAccessRule: { providesTags: providesItem('AccessRules') },
    createAccessRule: {
      invalidatesTags: (result, error) => [
        ...changesList('AccessRules')(result, error),
        ...changesUses(result, error),
      ],
    },
    updateAccessRule: {
      invalidatesTags: (result, error, arg) => [
        ...changesItem('AccessRules')(result, error, arg),
        ...changesUses(result, error),
      ],
    },
    deleteAllAccessRules: {
      invalidatesTags: (result, error) => [
        ...changesAll('AccessRules')(result, error),
        ...changesUses(result, error),
      ],
    },
  },
})

export const {
  useDeleteAllAccessRulesMutation,
  useLazyGetAccessRuleQuery,
  useLazyListAccessRulesQuery,
} = rulesApi

/** A page of the access rules that the person sees. */
export const useAccessRuleList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListAccessRulesResponse> =>
  rulesApi.useListAccessRulesQuery(listArgs(query), options)

export const useAccessRule = (id: Id, options?: { skip?: boolean }) =>
  rulesApi.useGetAccessRuleQuery({ id }, options)

export const useCreateAccessRule: UseMutation<AccessRuleInput, AccessRule> = () => {
  const [create, state] = rulesApi.useCreateAccessRuleMutation()
  return [(accessRuleInput) => create({ accessRuleInput }), state]
}

export const useUpdateAccessRule: UseMutation<
  { id: Id; body: AccessRuleInput },
  AccessRule
> = () => {
  const [update, state] = rulesApi.useUpdateAccessRuleMutation()
  return [({ id, body }) => update({ id, accessRuleInput: body }), state]
}
