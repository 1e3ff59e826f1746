import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useModal } from '@/kit/feedback'
import { preference, writePreference } from '@/kit/preferences'
import { interrupted, interruptionOf } from '../calls/rules'
import { usePhone } from '../context'

const isText = (value: unknown): value is string => typeof value === 'string'

/** The number that was dialled last on this machine. */
export const lastDialled = preference<string>('phoneLastDialled', '', isText)

/** Calls a number, after a question where another call would be interrupted. */
export function useDial(): (number: string, options: { hasVideo: boolean }) => Promise<void> {
  const { t } = useTranslation('phone')
  const modal = useModal()
  const phone = usePhone()
  return useCallback(
    async (number, options) => {
      const { own, calls, registration } = phone.store.getState().phone
      const wanted = number.trim()
      if (wanted === '' || own === undefined) return
      if (wanted === own) return void alerts.error(t('ownNumber'))
      if (registration !== 'registered') return void alerts.warning(t('notRegistered'))
      const [active] = interrupted(calls)
      if (active) {
        const kind = interruptionOf(active)
        const isAgreed = await modal.confirm({
          title: t(`options.interrupt.${kind}.title`),
          content: t(`options.interrupt.${kind}.text`, { number: active.number }),
          okText: t(`options.interrupt.${kind}.action`),
          okButtonProps: { danger: kind === 'cancel' },
          cancelText: t('keepTalking'),
          icon: null,
          focusable: { autoFocusButton: 'cancel' },
        })
        if (!isAgreed) return
      }
      writePreference(lastDialled, wanted)
      phone.dial(wanted, options)
    },
    [modal, phone, t],
  )
}
