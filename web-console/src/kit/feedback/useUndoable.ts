import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'

interface Change {
  /** Says what was done: "Card revoked". */
  text: string
  run: () => Promise<unknown>
  /** The opposite change. */
  undo: () => Promise<unknown>
}

/** Does something that can be undone, and offers the undo for a few seconds. */
export function useUndoable(): (change: Change) => Promise<boolean> {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return useCallback(
    async ({ text, run, undo }) => {
      try {
        await run()
      } catch (error) {
        alerts.error(errorText(error))
        return false
      }
      const revert = () => {
        undo().catch((error: unknown) => alerts.error(errorText(error)))
      }
      alerts.success(text, { action: { label: t('undo'), run: revert } })
      return true
    },
    [t, errorText],
  )
}
