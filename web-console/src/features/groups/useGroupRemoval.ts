import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { summarise, useConfirm } from '@/kit/feedback'
import { groups } from './resource'
import { type Group, useDeleteAllGroupsMutation } from './api'

/** Deletes groups after a confirmation, because nothing brings them back. */
export function useGroupRemoval() {
  const { t } = useTranslation('groups')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [remove] = useDeleteAllGroupsMutation()
  const [report, setReport] = useState<ReturnType<typeof summarise> | null>(null)

  /** True when something was deleted. */
  const removeGroups = async (rows: Group[]): Promise<boolean> => {
    const isSure = await confirm({
      title: t('removal.title', { count: rows.length, name: rows[0]?.name }),
      text: t('removal.text'),
      action: t('removal.action'),
    })
    if (!isSure) return false
    try {
      const { items } = await remove({
        deleteAllRequestInput: { items: rows.map(({ id }) => id) },
      }).unwrap()
      const summary = summarise(items, rows, groups.label)
      if (summary.done > 0) alerts.success(t('removal.done', { count: summary.done }))
      setReport(summary)
      return summary.done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  return { removeGroups, report, closeReport: () => setReport(null) }
}
