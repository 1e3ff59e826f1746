import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '../feedback'
import styles from './table.module.css'
import type { BulkAction, HasId } from './types'
import type { Selection } from './useSelection'

interface Props<Row extends HasId> {
  selection: Selection<Row>
  actions: BulkAction<Row>[]
}

/** In place of the toolbar while rows are selected. */
export function BulkBar<Row extends HasId>({ selection, actions }: Props<Row>) {
  const { t } = useTranslation()
  const [running, setRunning] = useState<string>()

  const run = async (action: BulkAction<Row>) => {
    setRunning(action.key)
    try {
      if (await action.run(selection.rows)) selection.clear()
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <div className={styles.bulk} role="region" aria-label={t('bulk.title')}>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('bulk.clear')}
        onClick={selection.clear}
      />
      <strong className="tabular">{t('bulk.selected', { count: selection.rows.length })}</strong>
      {actions.map((action) => {
        const why = action.disabled?.(selection.rows)
        return (
          <Reason key={action.key} why={why}>
            <Button
              icon={action.icon}
              danger={action.isDanger}
              disabled={Boolean(why) || (running !== undefined && running !== action.key)}
              loading={running === action.key}
              onClick={() => void run(action)}
            >
              {action.label}
            </Button>
          </Reason>
        )
      })}
    </div>
  )
}
