import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { ForwardRule } from './api'
import { PickedBy } from './PickedBy'
import { toQueueForm } from './queues/schema'
import { whom } from './queues/RingWords'

/** "101, 102 → 103": whom the queues ring, one after the other. */
export const queuesInShort = ({ forward_rules: queues }: ForwardRule): string =>
  queues.map((queue) => whom(toQueueForm(queue), String).join(', ')).join(' → ')

export function useRuleColumns(): Column<ForwardRule>[] {
  const { t } = useTranslation('forward-rules')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 220,
      },
      {
        key: 'queues',
        title: t('fields.queues'),
        render: (rule) => (
          <span className="tabular" title={queuesInShort(rule)}>
            {queuesInShort(rule)}
          </span>
        ),
        width: 340,
      },
      {
        key: 'domain',
        title: t('fields.group'),
        render: ({ domain }) => (domain ? refName(domain) : t('wholeProject')),
        width: 180,
      },
      {
        key: 'sip_numbers_count',
        title: t('fields.pickedBy'),
        render: (rule) => <PickedBy rule={rule} />,
        width: 140,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}
