import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf, useFieldLabel } from '@/kit/fields'
import type { Column } from '@/kit/table'
import type { AccessRule, RuleDevice } from './api'
import { EffectTag } from './EffectTag'
import { accessRuleFields } from './fields'

export function useAccessRuleColumns(): Column<AccessRule>[] {
  const { t } = useTranslation('access-rules')
  const label = useFieldLabel('access-rules')
  return useMemo(() => {
    const doorOf = ({ name, lock_number: lock }: RuleDevice) =>
      lock === 0 ? name : t('options.words.doorLock', { name, lock })
    return columnsOf<AccessRule>(accessRuleFields, label, {
      prohibition: ({ prohibition }) => <EffectTag isProhibition={prohibition} />,
      devices: ({ devices }) => <Names names={devices.map(doorOf)} />,
      who: (rule) => <Who rule={rule} />,
      time_rules: ({ time_rules: schedules }) =>
        schedules.length > 0 ? <Names names={schedules.map(({ name }) => name)} /> : t('anyTime'),
    })
  }, [t, label])
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
