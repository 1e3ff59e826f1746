import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, ItemResult } from '@/api/types'
import { alerts } from '../alerts'
import { inBatches } from '../bulk/runEach'
import { useErrorText } from '../errors'
import { summarise } from './bulk'
import { useConfirm } from './useConfirm'

/** Ids of one call, as the API says. */
const CALL_LIMIT = 500

interface Options<Row> {
  /** The bulk call; up to `CALL_LIMIT` ids. */
  remove: (arg: { deleteAllRequestInput: { items: Id[] } }) => {
    unwrap: () => Promise<{ items: ItemResult[] }>
  }
  label: (row: Row) => string
  /** What the confirmation asks, and what is said afterwards. */
  title: (rows: Row[]) => string
  text: string
  done: (count: number) => string
}

/** Deletes rows after a confirmation, because nothing brings them back. */
export function useRemoval<Row extends { id: Id }>(options: Options<Row>) {
  const { remove, label, title, text, done } = options
  const { t } = useTranslation()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [report, setReport] = useState<ReturnType<typeof summarise> | null>(null)

  /** True when something was deleted. */
  const removeRows = async (rows: Row[]): Promise<boolean> => {
    if (!(await confirm({ title: title(rows), text, action: t('delete') }))) return false
    try {
      const ids = rows.map(({ id }) => id)
      const items = await inBatches(ids, CALL_LIMIT, async (batch) => {
        try {
          const answer = await remove({ deleteAllRequestInput: { items: batch } }).unwrap()
          return answer.items
        } catch (error) {
          // What an earlier call has deleted stays deleted, and has to be told.
          if (batch[0] === ids[0]) throw error
          return batch.map((id) => ({ id, done: false, message: errorText(error) }))
        }
      })
      const summary = summarise(items, rows, label)
      if (summary.done > 0) alerts.success(done(summary.done))
      setReport(summary)
      return summary.done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  return { removeRows, report, closeReport: () => setReport(null) }
}
