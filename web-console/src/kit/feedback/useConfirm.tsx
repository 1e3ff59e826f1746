import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useModal } from './ModalProvider'

export interface Question {
  title: string
  /** What will be lost. */
  text: string
  /** The verb of the button: "Delete", never "OK". */
  action: string
}

/**
 * Asks before something that cannot be undone, and only then: what can be undone is done at
 * once and offers its undo in an alert.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const modal = useModal()
  const { t } = useTranslation()
  return useCallback(
    async ({ title, text, action }) =>
      modal.confirm({
        title,
        content: text,
        okText: action,
        okButtonProps: { danger: true },
        cancelText: t('cancel'),
        icon: null,
        focusable: { autoFocusButton: 'cancel' },
      }),
    [modal, t],
  )
}
