import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Ref } from '@/api/types'
import { identifiers as resource, useIdentifierList } from '@/features/identifiers'
import { useCan } from '@/kit/permissions'
import { useDateFormat } from '@/kit/time'
import { limitInWords } from './limits'

/** Identifiers that are looked up; a sentence names fewer. */
const MOST = 100

/** When those of the identifiers open that do not open at any time: guests' keys, and others with a period. */
export function useKeyLimits(identifiers: Ref[]): ReadonlyMap<Id, string> {
  const { t } = useTranslation('access-rules')
  const { dateTime } = useDateFormat()
  const { meets } = useCan()
  const ids = identifiers.slice(0, MOST).map(({ id }) => id)
  const { data } = useIdentifierList(
    {
      page: 1,
      size: MOST,
      sort: 'id',
      filters: { match: 'match_all', items: [{ field: 'id', rule: 'equals', value: ids }] },
    },
    { skip: ids.length === 0 || !meets(resource.can.read) },
  )
  return useMemo(() => {
    const limits = (data?.items ?? []).map(
      (identifier) => [identifier.id, limitInWords(identifier, t, dateTime)] as const,
    )
    return new Map(limits.filter((entry): entry is readonly [Id, string] => entry[1] !== null))
  }, [data, t, dateTime])
}
