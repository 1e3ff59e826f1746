import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { AccessRule, RuleDevice } from './api'
import { EffectTag } from './EffectTag'

export function useAccessRuleColumns(): Column<AccessRule>[] {
  const { t } = useTranslation('access-rules')
  return useMemo(() => {
    const doorOf = ({ name, lock_number: lock }: RuleDevice) =>
      lock === 0 ? name : t('options.words.doorLock', { name, lock })
    return [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 230,
      },
      {
        key: 'prohibition',
        title: t('fields.effect'),
        render: ({ prohibition }) => <EffectTag isProhibition={prohibition} />,
        width: 165,
      },
      {
        key: 'devices',
        title: t('fields.devices'),
        render: ({ devices }) => <Names names={devices.map(doorOf)} />,
        width: 230,
      },
      {
        key: 'who',
        title: t('fields.who'),
        render: (rule) => <Who rule={rule} />,
        width: 230,
      },
      {
        key: 'time_rules',
        title: t('fields.schedules'),
        render: ({ time_rules: schedules }) =>
          schedules.length > 0 ? <Names names={schedules.map(({ name }) => name)} /> : t('anyTime'),
        width: 170,
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
    ]
  }, [t])
}

/** The first two names, and how many more; all of them in the tooltip. */
function Names({ names }: { names: string[] }) {
  const { t } = useTranslation('access-rules')
  const rest = names.length - 2
  const shown = rest > 0 ? [...names.slice(0, 2), t('options.words.more', { count: rest })] : names
  return <span title={names.join(', ')}>{shown.join(', ') || '—'}</span>
}

/** Groups by name, and of the others the number. */
function Who({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('access-rules')
  const { domains, users, identifiers } = rule
  const parts = [
    ...domains.map(({ name }) => name),
    ...(users.length === 1 ? users.map(({ name }) => name) : []),
    ...(users.length > 1 ? [t('usersCount', { count: users.length })] : []),
    ...(identifiers.length > 0 ? [t('identifiersCount', { count: identifiers.length })] : []),
  ]
  return parts.length > 0 ? <Names names={parts} /> : <>{t('nobody')}</>
}
