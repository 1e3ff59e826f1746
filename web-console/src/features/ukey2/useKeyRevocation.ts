import { useTranslation } from 'react-i18next'
import { useStore } from 'react-redux'
import { postWhileLeaving } from '@/api/postWhileLeaving'
import type { WithSession } from '@/api/session'
import type { Id } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { stopSoon, UNDO_TIME, usePendingStops } from '@/kit/pendingStops'
import { type Ukey2Key, useRevokeUkey2KeyMutation } from './api'

/**
 * Revokes keys for good, with a few seconds in which that can be taken back. A phone that is lost is
 * signed out with its user instead, which revokes its key at once.
 */
export function useKeyRevocation() {
  const { t } = useTranslation(['ukey2', 'common'])
  const store = useStore()
  const errorText = useErrorText()
  const pending = usePendingStops()
  const [revoke] = useRevokeUkey2KeyMutation()

  const send = async (id: Id, isLeaving: boolean) => {
    if (isLeaving) return postWhileLeaving(store.getState() as WithSession, `/ukey2/${id}/revoke`)
    try {
      await revoke({ id, body: {} }).unwrap()
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const revokeKey = ({ id, name, user }: Ukey2Key) => {
    const undo = stopSoon(id, (isLeaving) => send(id, isLeaving))
    const seconds = UNDO_TIME / 1_000
    alerts.success(t('revocation.done', { name, user: user?.name ?? '—', seconds }), {
      action: { label: t('common:undo'), run: undo },
      timeout: UNDO_TIME,
    })
  }
  const isRevoked = ({ id, revoked_at: at }: Ukey2Key) => at !== null || pending.has(id)
  return { revokeKey, isRevoked }
}
