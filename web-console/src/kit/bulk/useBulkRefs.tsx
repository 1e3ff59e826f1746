import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Ref } from '@/api/types'
import type { PickerSource } from '../picker/types'
import type { UseMutation } from '../resource'
import type { BulkAction } from '../table'
import type { BulkRefProps } from './BulkRefDialog'
import type { RefChange } from './refPlan'
import { useBulkRun } from './useBulkRun'

// Fetched when it is opened: the list needs no picker.
const BulkRefDialog = lazy(async () => ({
  default: (await import('./BulkRefDialog')).BulkRefDialog,
})) as unknown as <Row>(props: BulkRefProps<Row>) => ReactNode

interface Options<Row, Body> {
  key: string
  /** "Groups…", as the button and the dialog are called. */
  title: string
  icon?: ReactNode
  source: PickerSource
  read: (row: Row) => Ref[]
  /** The list as it is sent: the whole of it. */
  toBody: (refs: Ref[]) => Body
  isRequired?: boolean
  label: (row: Row) => string
  useUpdate: UseMutation<{ id: Id; body: Body }, unknown>
}

/**
 * Adds groups, markers, rules and the like to many rows, or takes them away: what would change is shown
 * first, each row is a call of its own, and the undo brings back what each had.
 */
export function useBulkRefs<Row extends { id: Id }, Body>(
  options: Options<Row, Body>,
): { action: BulkAction<Row>; dialog: ReactNode } {
  const { key, title, icon, source, read, toBody, isRequired, label } = options
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Row[]>([])
  const [update] = options.useUpdate()
  const { run, dialog } = useBulkRun<RefChange<Row>>(({ row }) => label(row))

  const apply = (plan: RefChange<Row>[]) => {
    setChosen([])
    const send = async ({ id }: Row, refs: Ref[]) => update({ id, body: toBody(refs) }).unwrap()
    void run(plan, {
      title,
      done: (count) => t('bulk.done', { count }),
      act: async ({ row, after }) => send(row, after),
      undo: async ({ row, before }) => send(row, before),
    })
  }
  return {
    action: {
      key,
      label: title,
      icon,
      // The selection stays, for something else to be done with the same rows.
      run: async (rows) => {
        setChosen(rows)
        return false
      },
    },
    dialog: (
      <>
        {chosen.length > 0 && (
          <Suspense fallback={null}>
            <BulkRefDialog
              {...{ title, label, source, read, isRequired }}
              rows={chosen}
              onApply={apply}
              onClose={() => setChosen([])}
            />
          </Suspense>
        )}
        {dialog}
      </>
    ),
  }
}
