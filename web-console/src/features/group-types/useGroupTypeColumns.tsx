import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Column } from '@/kit/table'
import type { GroupType } from './api'
import { GroupTypeTag } from './GroupTypeTag'

/** Groups of a type, as the address of their list. */
export const groupsOfType = (id: number) =>
  `/groups?filters=${encodeURIComponent(
    JSON.stringify({
      match: 'match_all',
      items: [{ field: 'domain_type_id', rule: 'equals', value: id }],
    }),
  )}`

/** The server counts exactly up to here. */
const EXACT = 1_000

export function useGroupTypeColumns(): Column<GroupType>[] {
  const { t } = useTranslation('group-types')
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: (type) => <GroupTypeTag type={type} />,
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'type',
        title: t('fields.kind'),
        render: ({ type }) => t(`options.kinds.${type ?? 'common'}`),
        sortable: true,
        width: 260,
      },
      {
        key: 'domains_count',
        title: t('fields.groups'),
        align: 'end',
        width: 120,
        render: ({ id, domains_count: count }) =>
          count === 0 ? (
            <span className="tabular">0</span>
          ) : (
            <Link to={groupsOfType(id)} className="tabular">
              {count > EXACT ? t('moreThan', { count: EXACT }) : count}
            </Link>
          ),
      },
    ],
    [t],
  )
}
