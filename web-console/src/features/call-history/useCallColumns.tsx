import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/kit/permissions'
import type { Column } from '@/kit/table'
import { ExactTime } from '@/kit/time'
import type { HistoryCall } from './api'
import { CallStatusTag, DirectionMark, Duration, SosTag } from './CallTags'
import styles from './calls.module.css'
import { directionOf } from './direction'
import { Party } from './Party'

/** Columns of a list of calls; in a list of SOS calls only, nothing marks them as such. */
export function useCallColumns({ isSosOnly = false } = {}): Column<HistoryCall>[] {
  const { t } = useTranslation('call-history')
  const userId = useProfile()?.id
  return useMemo(
    () => [
      {
        key: 'created_at',
        title: t('fields.when'),
        render: (call) => (
          <span className={styles.when}>
            <ExactTime value={call.created_at} />
            {!isSosOnly && userId !== undefined && (
              <DirectionMark direction={directionOf(call, { userId })} />
            )}
            {call.is_sos && !isSosOnly && <SosTag />}
          </span>
        ),
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'from',
        title: t('fields.from'),
        render: ({ from }) => <Party party={from} />,
        width: 230,
      },
      { key: 'to', title: t('fields.to'), render: ({ to }) => <Party party={to} />, width: 230 },
      {
        key: 'status',
        title: t('fields.status'),
        render: ({ status }) => <CallStatusTag status={status} />,
        width: 150,
      },
      {
        key: 'duration',
        title: t('fields.duration'),
        render: ({ duration }) => <Duration seconds={duration} />,
        align: 'end',
        width: 120,
      },
      {
        key: 'answered_by',
        title: t('fields.answeredBy'),
        render: ({ answered_by: who }) => <Party party={who} />,
        width: 200,
      },
      {
        key: 'id',
        title: t('fields.id'),
        render: ({ id }) => id,
        isOptional: true,
        isWideOnly: true,
        align: 'end',
      },
    ],
    [t, userId, isSosOnly],
  )
}
