import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref as Entity } from '@/api/types'
import { groups } from '@/features/groups'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import { pickerOf, ResourcePicker } from '@/kit/picker'
import { useGetInterceptionQuery, useSetInterceptionMutation, type Interception } from '../api'
import { groupRows, selectedIds } from './interception'
import styles from './lists.module.css'

/** Calls of panels to people of the chosen groups ring here instead. */
export function InterceptionPart() {
  const { data, error, refetch } = useGetInterceptionQuery()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  return <Settings settings={data} />
}

function Settings({ settings }: { settings: Interception }) {
  const { t } = useTranslation('phone')
  const errorText = useErrorText()
  const [save, { isLoading }] = useSetInterceptionMutation()
  const [added, setAdded] = useState<Entity[]>([])
  const [choices, setChoices] = useState<Record<number, boolean>>({})
  const [isPicking, setPicking] = useState(false)
  const rows = groupRows(settings, added, choices)
  const isActive = settings.is_active

  const set = async (next: boolean) => {
    const domains = selectedIds(rows)
    if (next && domains.length === 0) return void alerts.warning(t('interception.chooseGroup'))
    try {
      await save({ setInterceptionRequestInput: { is_active: next, domains } }).unwrap()
      alerts.success(next ? t('interception.started') : t('interception.stopped'))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <div className={styles.stack}>
      <p className={isActive ? styles.active : undefined} role="status">
        {isActive ? t('interception.isActive') : t('interception.text')}
      </p>
      <ul className={styles.groups} aria-label={t('interception.groups')}>
        {rows.map(({ id, name, fullName, isSelected }) => (
          <li key={id}>
            <Checkbox
              checked={isSelected}
              disabled={isActive}
              onChange={({ target }) => setChoices({ ...choices, [id]: target.checked })}
            >
              {name}
              {fullName !== name && <small>{fullName}</small>}
            </Checkbox>
          </li>
        ))}
      </ul>
      {!isActive && (
        <Button type="dashed" icon={<PlusOutlined />} onClick={() => setPicking(true)}>
          {t('interception.add')}
        </Button>
      )}
      <Button
        block
        size="large"
        type={isActive ? 'default' : 'primary'}
        danger={isActive}
        loading={isLoading}
        onClick={() => void set(!isActive)}
      >
        {isActive ? t('interception.stop') : t('interception.start')}
      </Button>
      {isPicking && (
        <ResourcePicker
          title={t('interception.groups')}
          source={pickerOf(groups)}
          value={[]}
          isMultiple
          exclude={rows.map(({ id }) => id)}
          onChoose={(chosen) => setAdded([...added, ...chosen])}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
