import { PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import type { UseMutation } from '../resource'
import type { BulkAction } from '../table'
import { useBulkRun } from './useBulkRun'

interface Options<Row> {
  useUpdate: UseMutation<{ id: Id; body: { is_active: boolean } }, unknown>
  label: (row: Row) => string
}

/** Turns many rows on or off together, and back again. */
export function useActivation<Row extends { id: Id; is_active: boolean }>(
  options: Options<Row>,
): { actions: BulkAction<Row>[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const [update] = options.useUpdate()
  const { run, dialog } = useBulkRun<Row>(options.label)
  const set = (isActive: boolean) => async (row: Row) =>
    update({ id: row.id, body: { is_active: isActive } }).unwrap()

  const actionOf = (isActive: boolean): Omit<BulkAction<Row>, 'key' | 'label'> => ({
    disabled: (rows) =>
      rows.every((row) => row.is_active === isActive) &&
      t(isActive ? 'bulk.allActive' : 'bulk.allInactive'),
    run: async (rows) => {
      // What is so already needs no call, and no undo changes it.
      const others = rows.filter((row) => row.is_active !== isActive)
      const count = others.length
      return run(others, {
        title: t(isActive ? 'bulk.activating' : 'bulk.deactivating', { count }),
        done: (done) => t('bulk.done', { count: done }),
        act: set(isActive),
        undo: set(!isActive),
      })
    },
  })
  return {
    actions: [
      {
        key: 'activate',
        label: t('bulk.activate'),
        icon: <PlayCircleOutlined />,
        ...actionOf(true),
      },
      {
        key: 'deactivate',
        label: t('bulk.deactivate'),
        icon: <PauseCircleOutlined />,
        ...actionOf(false),
      },
    ],
    dialog,
  }
}
