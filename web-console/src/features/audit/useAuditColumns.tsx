import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { Column } from '@/kit/table'
import type { ToneName } from '@/kit/theme'
import { ExactTime } from '@/kit/time'
import type { AuditEvent } from './api'
import { difference } from './changes'
import { useAuditWords } from './useAuditWords'

/** Changed fields named in the list before the rest is counted. */
const NAMED = 3

const TONES: Record<string, ToneName> = {
  create: 'success',
  edit: 'info',
  delete: 'error',
  revoke: 'error',
  rejected: 'warning',
}

export function useAuditColumns(): Column<AuditEvent>[] {
  const { t } = useTranslation('audit')
  const { actionOf, resourceOf, fieldOf, whoOf } = useAuditWords()
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('fields.at'),
        render: ({ at }) => <ExactTime value={at} />,
        sortable: true,
        isMain: true,
        width: 180,
      },
      {
        key: 'user_name',
        title: t('fields.who'),
        render: whoOf,
        width: 180,
      },
      {
        key: 'action',
        title: t('fields.action'),
        render: ({ action }) => (
          <StatusTag tone={TONES[action] ?? 'neutral'}>{actionOf(action)}</StatusTag>
        ),
        width: 150,
      },
      {
        key: 'resource',
        title: t('fields.resource'),
        render: ({ resource }) => resourceOf(resource),
        width: 150,
      },
      {
        key: 'resource_name',
        title: t('fields.name'),
        render: ({ resource_name }) => resource_name || '—',
        width: 200,
      },
      {
        key: 'changes',
        title: t('fields.changes'),
        render: ({ resource, before, after }) => {
          const paths = difference(before, after).map(({ path }) => fieldOf(resource, path))
          const rest = paths.length - NAMED
          const names = paths.slice(0, NAMED).join(', ')
          return (rest > 0 ? t('andMore', { names, count: rest }) : names) || '—'
        },
        width: 260,
      },
      { key: 'ip', title: t('fields.ip'), render: ({ ip }) => ip || '—', width: 140 },
      {
        key: 'id',
        title: t('fields.number'),
        render: ({ id }) => id,
        sortable: true,
        isOptional: true,
        isWideOnly: true,
        align: 'end',
      },
    ],
    [t, actionOf, resourceOf, fieldOf, whoOf],
  )
}
