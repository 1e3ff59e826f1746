import { LockOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { SipNumber } from './api'
import { ActiveTag } from './NumberTags'
import { OwnerName } from './OwnerName'
import styles from './sip-numbers.module.css'

export function useNumberColumns(): Column<SipNumber>[] {
  const { t } = useTranslation('sip-numbers')
  return useMemo(
    () => [
      {
        key: 'number',
        title: t('fields.number'),
        render: (number) => <NumberText number={number} />,
        sortable: true,
        isMain: true,
        width: 130,
      },
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name || '—',
        sortable: true,
        width: 210,
      },
      {
        key: 'owner',
        title: t('fields.owner'),
        render: (number) => <OwnerName number={number} />,
        width: 220,
      },
      {
        key: 'domain',
        title: t('fields.group'),
        render: ({ domain }) => (domain ? refName(domain) : '—'),
        width: 180,
      },
      {
        key: 'is_active',
        title: t('fields.state'),
        render: (number) => <ActiveTag number={number} />,
        width: 130,
      },
      {
        key: 'forward_mode',
        title: t('fields.forwarding'),
        render: ({ forward_mode: mode, forward_group }) =>
          mode === 'picked' && forward_group
            ? refName(forward_group)
            : t(`options.modes.${mode ?? 'disabled'}`),
        width: 190,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isOptional: true,
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

/** The number itself; a lock marks those of the platform. */
function NumberText({ number: { number, is_system } }: { number: SipNumber }) {
  const { t } = useTranslation('sip-numbers')
  return (
    <span className={styles.number}>
      <span className="mono">{number}</span>
      {is_system && (
        <span role="img" aria-label={t('fields.system')} title={t('fields.system')}>
          <LockOutlined />
        </span>
      )}
    </span>
  )
}
