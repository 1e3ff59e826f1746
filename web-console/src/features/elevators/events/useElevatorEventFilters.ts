import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '@/features/users'
import type { FilterField } from '@/kit/filter'
import { useCan } from '@/kit/permissions'
import { elevators } from '../resource'
import { COMMANDS, REPORTS, STATES } from './codes'
import { useElevatorEventWords } from './useElevatorEventWords'

/** Elevators and users that are offered: the first page by name. */
const OFFERED = { page: 1, size: 500, sort: 'name' } as const

const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
  rows?.map(({ id, name }) => ({ value: id, label: name }))

/** Fields by which the log may be narrowed. */
export function useElevatorEventFilters(): FilterField[] {
  const { t } = useTranslation('elevators')
  const words = useElevatorEventWords()
  const { meets } = useCan()
  const { data: lifts } = elevators.api.useList(OFFERED)
  const { data: people } = users.api.useList(OFFERED, { skip: !meets(users.can.read) })
  return useMemo(
    () => [
      {
        field: 'elevator_id',
        label: t('log.elevator'),
        type: 'choice',
        options: optionsOf(lifts?.items),
      },
      {
        field: 'user_id',
        label: t('log.user'),
        type: 'choice',
        options: optionsOf(people?.items),
      },
      {
        field: 'code',
        label: t('log.what'),
        type: 'choice',
        options: [...COMMANDS, ...REPORTS].map((value) => ({ value, label: words(value) })),
      },
      {
        field: 'state',
        label: t('log.state'),
        type: 'choice',
        options: STATES.map((value) => ({ value, label: t(`options.states.${value}`) })),
      },
      { field: 'created_at', label: t('log.time'), type: 'time' },
    ],
    [t, words, lifts, people],
  )
}
