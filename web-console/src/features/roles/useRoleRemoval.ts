import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useDeleteAllRolesMutation, type Role, type RoleDependency } from './api'

/** Why a role is still there. */
export interface Refusal {
  id: number
  name: string
  /** What the server said. */
  message: string
  dependency: RoleDependency | undefined
}

/** Deletes roles gently: one that is in use stays, and what keeps it is shown. */
export function useRoleRemoval() {
  const { t } = useTranslation(['roles', 'common'])
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [deleteAll] = useDeleteAllRolesMutation()
  const [refusals, setRefusals] = useState<Refusal[]>([])

  /** True when something was deleted. */
  const removeRoles = async (rows: Role[]): Promise<boolean> => {
    const question = {
      title: t('removal.title', { count: rows.length, name: rows[0]?.name }),
      text: t('removal.text'),
      action: t('common:delete'),
    }
    if (!(await confirm(question))) return false
    try {
      const answer = await deleteAll({
        deleteAllRolesRequestInput: { items: rows.map(({ id }) => id), gently: true },
      }).unwrap()
      const done = answer.items.filter((item) => item.done).length
      if (done > 0) alerts.success(t('removal.done', { count: done }))
      setRefusals(
        answer.items
          .filter((item) => !item.done)
          .map(({ id, message }) => ({
            id,
            message,
            name: rows.find((row) => row.id === id)?.name ?? String(id),
            dependency: answer.dependencies.find(({ role }) => role?.id === id),
          })),
      )
      return done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  return { removeRoles, refusals, close: () => setRefusals([]) }
}
