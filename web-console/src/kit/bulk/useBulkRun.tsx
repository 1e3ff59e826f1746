import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '../alerts'
import { BulkDialog, type BulkState } from './BulkDialog'
import { runEach } from './runEach'

export interface BulkChange<Row> {
  /** What is done, as a title: "Deactivate 12 people". */
  title: string
  /** Said when every item is done. */
  done: (count: number) => string
  act: (row: Row) => Promise<unknown>
  /** The opposite of `act` for one row; absent where nothing brings it back. */
  undo?: (row: Row) => Promise<unknown>
}

interface BulkRun<Row> {
  /** True when something was done. */
  run: (rows: Row[], change: BulkChange<Row>) => Promise<boolean>
  /** To be put into the page. */
  dialog: ReactNode
}

/** Changes many rows by single calls, with progress, a way to stop, and a report of what failed and why. */
export function useBulkRun<Row>(label: (row: Row) => string): BulkRun<Row> {
  const { t } = useTranslation()
  const [state, setState] = useState<BulkState>()
  const cancel = useRef<AbortController>(undefined)

  const run = async (rows: Row[], change: BulkChange<Row>): Promise<boolean> => {
    const { title, act, undo, done: say } = change
    cancel.current = new AbortController()
    const total = rows.length
    setState({ title, total, ended: 0 })
    const outcomes = await runEach(rows, act, {
      signal: cancel.current.signal,
      onProgress: (ended) => setState({ title, total, ended }),
    })
    const done = outcomes.filter((each) => each.state === 'done').map(({ row }) => row)
    const failed = outcomes.flatMap((each) =>
      each.state === 'failed' ? [{ name: label(each.row), error: each.error }] : [],
    )
    const skipped = total - done.length - failed.length
    const revert =
      undo && done.length > 0 ? () => void run(done, { title, act: undo, done: say }) : undefined
    if (done.length === total) {
      setState(undefined)
      alerts.success(say(total), revert && { action: { label: t('undo'), run: revert } })
    } else {
      setState({
        title,
        total,
        ended: total,
        report: { done: done.length, failed, skipped },
        revert,
      })
    }
    return done.length > 0
  }
  const dialog = state && (
    <BulkDialog
      {...state}
      onCancel={() => cancel.current?.abort()}
      onClose={() => setState(undefined)}
    />
  )
  return { run, dialog }
}
