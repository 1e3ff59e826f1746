import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { ElevatorEvent } from './api'
import { Outcome } from './Outcome'
import { useElevatorEventWords } from './useElevatorEventWords'

/** Floors and direction of a command: "3, 4 ↑". */
export function whereTo({ floors, direction }: Pick<ElevatorEvent, 'floors' | 'direction'>) {
  const arrow = direction === 'up' ? '↑' : direction === 'down' ? '↓' : ''
  return [floors.join(', '), arrow].filter(Boolean).join(' ')
}

export function useElevatorEventColumns(): Column<ElevatorEvent>[] {
  const { t } = useTranslation('elevators')
  const words = useElevatorEventWords()
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('log.what'),
        render: ({ code }) => words(code),
        isMain: true,
        width: 210,
      },
      {
        key: 'state',
        title: t('log.state'),
        render: (event) => <Outcome event={event} />,
        width: 130,
      },
      {
        key: 'user',
        title: t('log.user'),
        render: ({ user }) => user?.name ?? '—',
        width: 170,
      },
      {
        key: 'floors',
        title: t('log.floors'),
        render: (event) => <span className="tabular">{whereTo(event) || '—'}</span>,
        width: 140,
      },
      {
        key: 'elevator',
        title: t('log.elevator'),
        render: ({ elevator }) => elevator?.name ?? '—',
        width: 160,
      },
      {
        key: 'device',
        title: t('log.device'),
        render: ({ device }) => device?.name ?? '—',
        width: 160,
        isWideOnly: true,
      },
      {
        key: 'panel',
        title: t('log.panel'),
        render: ({ panel }) => panel?.name ?? '—',
        width: 150,
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('log.time'),
        render: ({ created_at, received_at }) => <RelativeTime value={created_at ?? received_at} />,
        sortable: true,
        width: 140,
      },
    ],
    [t, words],
  )
}
