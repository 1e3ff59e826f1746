import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import { ExactTime, RelativeTime } from '@/kit/time'
import type { Identifier } from './api'
import { IdentifierStatusTag } from './IdentifierStatusTag'
import { IdentifierTypeTag } from './IdentifierTypeTag'
import { IdentifierValue } from './IdentifierValue'
import { Passes } from './Passes'

export function useIdentifierColumns(): Column<Identifier>[] {
  const { t } = useTranslation('identifiers')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 200,
      },
      {
        key: 'type',
        title: t('fields.type'),
        render: ({ type }) => <IdentifierTypeTag type={type} />,
        width: 150,
      },
      {
        key: 'value',
        title: t('fields.value'),
        render: (identifier) => <IdentifierValue identifier={identifier} />,
        sortable: true,
        width: 185,
      },
      {
        key: 'owner',
        title: t('fields.owner'),
        render: ({ owner }) => owner?.name ?? '—',
        width: 180,
      },
      {
        key: 'status',
        title: t('fields.status'),
        render: (identifier) => <IdentifierStatusTag identifier={identifier} />,
        width: 135,
      },
      {
        key: 'period_restrict_to',
        title: t('fields.to'),
        render: ({ period_restrict_active: isOn, period_restrict_to: to }) =>
          isOn ? <ExactTime value={to} /> : '—',
        width: 175,
      },
      {
        key: 'passes',
        title: t('fields.passes'),
        render: (identifier) => <Passes identifier={identifier} />,
        align: 'end',
        width: 90,
      },
      {
        key: 'domain',
        title: t('fields.group'),
        render: ({ domain }) => (domain ? refName(domain) : '—'),
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'origin',
        title: t('fields.origin'),
        render: ({ origin }) => (origin ? t(`options.origins.${origin}`) : '—'),
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isOptional: true,
        isWideOnly: true,
      },
    ],
    [t],
  )
}
