import { Form, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { PickerInput } from '../picker/PickerInput'
import type { PickerSource } from '../picker/types'
import { planRefs, type RefChange, type RefMode } from './refPlan'
import styles from './BulkDialog.module.css'

/** Rows that the preview names; of the others it says how many. */
const MAX_NAMED = 8

export interface BulkRefProps<Row> {
  title: string
  rows: Row[]
  label: (row: Row) => string
  source: PickerSource
  read: (row: Row) => Ref[]
  /** A row must have one at least: nothing is taken from it. */
  isRequired?: boolean
  onApply: (plan: RefChange<Row>[]) => void
  onClose: () => void
}

/** What is added to many rows or taken from them, and what would change, before anything does. */
export function BulkRefDialog<Row>(props: BulkRefProps<Row>) {
  const { title, rows, label, source, read, isRequired = false, onApply, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const [mode, setMode] = useState<RefMode>('add')
  const [chosen, setChosen] = useState<Ref[]>([])
  const plan = planRefs(rows, read, mode, chosen)
  const emptied = isRequired ? plan.filter(({ after }) => after.length === 0).length : 0
  const count = plan.length
  return (
    <Modal
      open
      title={title}
      okText={t('bulk.apply', { count })}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: count === 0 || emptied > 0 }}
      onOk={() => onApply(plan)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item>
          <Segmented<RefMode>
            value={mode}
            onChange={setMode}
            options={[
              { value: 'add', label: t('bulk.add') },
              { value: 'remove', label: t('bulk.remove') },
            ]}
          />
        </Form.Item>
        <Form.Item label={title} htmlFor={id}>
          <PickerInput
            id={id}
            title={title}
            source={source}
            isMultiple
            value={chosen}
            onChange={(next) => setChosen(next)}
          />
        </Form.Item>
      </Form>
      {chosen.length > 0 && (
        <div role="status">
          <p>{t('bulk.plan', { count, total: rows.length })}</p>
          {emptied > 0 && <p>{t('bulk.emptied', { count: emptied })}</p>}
          <ul className={styles.list}>
            {plan.slice(0, MAX_NAMED).map(({ row, before, after }) => (
              <li key={label(row)}>
                <strong>{label(row)}</strong>
                <span>
                  {namesOf(before)} → {namesOf(after)}
                </span>
              </li>
            ))}
          </ul>
          {count > MAX_NAMED && <p>{t('bulk.more', { count: count - MAX_NAMED })}</p>}
        </div>
      )}
    </Modal>
  )
}

const namesOf = (refs: Ref[]) => refs.map(({ name }) => name).join(', ') || '–'
