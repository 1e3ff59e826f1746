import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXACT_TOTAL_LIMIT } from '@/api/list'
import { Reason } from '../feedback'
import styles from './table.module.css'
import type { BulkAction, HasId } from './types'
import type { Selection } from './useSelection'
import type { WholeList } from './useWholeList'

interface Props<Row extends HasId> {
  selection: Selection<Row>
  actions: BulkAction<Row>[]
  /** Everything that the list is narrowed to. */
  whole: WholeList | undefined
}

/** In place of the toolbar while rows are selected. */
export function BulkBar<Row extends HasId>({ selection, actions, whole }: Props<Row>) {
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
      {whole && whole.total > selection.rows.length && <WholeListButton whole={whole} />}
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

/** The page is selected, and there is more of the same: all of it can be. */
function WholeListButton({ whole }: { whole: WholeList }) {
  const { t } = useTranslation()
  const { total, progress, select, stop } = whole
  const isMore = total > EXACT_TOTAL_LIMIT
  if (progress !== undefined) {
    return (
      <Button onClick={stop} role="status">
        {t('bulk.selecting', { ended: progress, total: Math.min(total, EXACT_TOTAL_LIMIT) })}
      </Button>
    )
  }
  return (
    <Button type="link" onClick={() => void select()}>
      {t(isMore ? 'bulk.selectMany' : 'bulk.selectAll', {
        count: Math.min(total, EXACT_TOTAL_LIMIT),
      })}
    </Button>
  )
}
