import { useMemo } from 'react'
import { sipNumbersApi, type SipNumber } from '@/api/generated/sip-numbers'
import { listArgs, type ListQuery } from '@/api/list'
import { useCan } from '@/kit/permissions'
import type { PickerSource } from '@/kit/picker'
import { SEE_NUMBERS } from '../access'

const useNumbers = (query: ListQuery, options?: { skip?: boolean }) =>
  sipNumbersApi.useListSipNumbersQuery(listArgs(query), options)

/*
 * Queues hold numbers, pickers hold ids. A number stands for itself as an id: a 1 in front keeps
 * its leading zeros, and 13 digits are exact.
 */
export const keyOf = (number: string) => Number(`1${number}`)
export const numberOf = (key: number) => String(key).slice(1)

/** "101 · Concierge". */
export const numberLabel = ({ number, name, user, device }: Described): string =>
  [number, name || user?.name || device?.name].filter(Boolean).join(' · ')

type Described = Pick<SipNumber, 'number' | 'name' | 'user' | 'device'>

/** The virtual numbers that the person sees, for a picker. */
export const numberSource: PickerSource = {
  useList: (query, options) => {
    const found = useNumbers(query, options)
    const { data } = found
    const keyed = useMemo(
      () =>
        data && { ...data, items: data.items.map((row) => ({ ...row, id: keyOf(row.number) })) },
      [data],
    )
    return { ...found, data: keyed }
  },
  sort: 'number',
  // A source gives its rows to its own label only.
  label: (row) => numberLabel(row as SipNumber),
  detail: (row) => {
    const { user, device, domain } = row as SipNumber
    return [user?.name ?? device?.name, domain?.name].filter(Boolean).join(' · ')
  },
}

/** Numbers that are asked for at once; the others are shown without a name. */
const MAX_ASKED = 100

/** What each of these numbers is called: the number itself where that is not known. */
export function useNumberNames(numbers: readonly string[]): (number: string) => string {
  const { meets } = useCan()
  const asked = [...new Set(numbers)].toSorted().slice(0, MAX_ASKED)
  const { data } = useNumbers(
    {
      page: 1,
      size: MAX_ASKED,
      sort: 'number',
      filters: {
        match: 'match_all',
        items: [{ field: 'number', rule: 'equals', value: asked }],
      },
    },
    { skip: asked.length === 0 || !meets(SEE_NUMBERS) },
  )
  return useMemo(() => {
    const names = new Map(data?.items.map((row) => [row.number, numberLabel(row)]))
    return (number) => names.get(number) ?? number
  }, [data])
}
