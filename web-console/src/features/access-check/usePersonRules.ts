import { useMemo } from 'react'
import type { FilterItem } from '@/api/list'
import type { Id, Ref } from '@/api/types'
import { accessRules, useAccessRuleList } from '@/features/access-rules'
import { groups } from '@/features/groups'
import { useCan } from '@/kit/permissions'

/** Conditions that a list takes at most. */
const MAX_CONDITIONS = 32

interface Person {
  id: Id
  domains: Ref[]
}

/** Every rule that names a person, their groups or those above them. */
export function usePersonRules({ id, domains }: Person, cards: Ref[] = []) {
  const { meets } = useCan()
  const mayRead = meets(accessRules.can.read)
  const own = groups.api.useList(
    {
      page: 1,
      size: 100,
      sort: 'name',
      filters: { match: 'match_any', items: domains.map((domain) => itemOf('id', domain.id)) },
    },
    { skip: domains.length === 0 || !mayRead },
  )
  const items = useMemo(() => {
    const above = (own.data?.items ?? []).flatMap(({ path }) => path)
    const groupIds = new Set([...domains, ...above].map((group) => group.id))
    return [
      itemOf('user_id', id),
      ...[...groupIds].map((group) => itemOf('domain_id', group)),
      ...cards.map((card) => itemOf('identifier_id', card.id)),
    ].slice(0, MAX_CONDITIONS)
  }, [id, domains, cards, own.data])
  const isWaiting = own.isLoading
  const rules = useAccessRuleList(
    { page: 1, size: 100, sort: 'id', filters: { match: 'match_any', items } },
    { skip: isWaiting || !mayRead },
  )
  return { ...rules, isLoading: isWaiting || rules.isLoading }
}

const itemOf = (field: string, value: Id): FilterItem => ({ field, rule: 'equals', value })
