import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import type { QueryResult } from '@/kit/resource'
import type { GuestAccessRule } from './api'
import styles from './guest-access.module.css'

/** Above this many there is a search box. */
const FEW = 8

interface Props extends FieldProps {
  rules: Omit<QueryResult<{ items: GuestAccessRule[] }>, 'isFetching'>
}

/** What the key opens: the rules that its giver may hand on, by their doors. */
export function RulesField({ rules, ...props }: Props) {
  const { t } = useTranslation('guest-access')
  const { value, onChange, error, control } = useField(props)
  const [search, setSearch] = useState('')
  const chosen = value as Ref[]
  const offered = rules.data?.items ?? []
  // What was chosen and is not offered any more can only be taken away.
  const lost = chosen.filter(({ id }) => !offered.some((rule) => rule.id === id))
  const wanted = search.trim().toLowerCase()
  const found = offered.filter(({ name, doors }) =>
    [name, ...doors].some((text) => text.toLowerCase().includes(wanted)),
  )
  const toggle = (rule: Ref, isIn: boolean) =>
    onChange(
      isIn
        ? [...chosen, { id: rule.id, name: rule.name }]
        : chosen.filter(({ id }) => id !== rule.id),
    )
  const row = (rule: Ref, note: string, at: number) => (
    <li key={rule.id}>
      <Checkbox
        id={at === 0 ? control.id : undefined}
        disabled={control.disabled}
        checked={chosen.some(({ id }) => id === rule.id)}
        onChange={(event) => toggle(rule, event.target.checked)}
        onBlur={control.onBlur}
      >
        <span className={styles.rule}>
          <strong>{rule.name}</strong>
          <small>{note}</small>
        </span>
      </Checkbox>
    </li>
  )
  return (
    <FieldFrame props={props} error={error}>
      {rules.error && !rules.data ? (
        <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
      ) : rules.data === undefined ? (
        <Loading title={false} paragraph={{ rows: 3 }} />
      ) : offered.length === 0 && lost.length === 0 ? (
        <p className={styles.noRules}>{t('noRules')}</p>
      ) : (
        <div
          role="group"
          aria-label={props.label}
          aria-describedby={control['aria-describedby']}
          className={styles.rules}
          data-invalid={control['aria-invalid']}
        >
          {offered.length > FEW && (
            <div className={styles.rulesHead}>
              <Input
                type="search"
                allowClear
                aria-label={t('searchDoors')}
                placeholder={t('searchDoors')}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
              <Button
                disabled={control.disabled || chosen.length === 0}
                onClick={() => onChange([])}
              >
                {t('chooseNone')}
              </Button>
            </div>
          )}
          <ul>
            {found.map((rule, at) => row(rule, doorsOf(rule), at))}
            {lost.map((rule) => row(rule, t('ruleLost'), -1))}
          </ul>
        </div>
      )}
    </FieldFrame>
  )

  function doorsOf({ doors, time_rules: schedules }: GuestAccessRule) {
    const names = doors.join(', ')
    const times = schedules.map(({ name }) => name).join(', ')
    return times === '' ? names : `${names} · ${times}`
  }
}
