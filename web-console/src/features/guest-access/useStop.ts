import { useTranslation } from 'react-i18next'
import { useStore } from 'react-redux'
import { postWhileLeaving } from '@/api/postWhileLeaving'
import type { WithSession } from '@/api/session'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { stopSoon, UNDO_TIME, usePendingStops } from '@/kit/pendingStops'
import { useCan } from '@/kit/permissions'
import { useRevokeGuestKeyMutation, useRevokeIdentifierMutation, type GuestKey } from './api'
import { isLive } from './state'

/** Stops keys for good, with a few seconds in which that can be taken back. */
export function useStop() {
  const { t } = useTranslation(['guest-access', 'common'])
  const { profile, can } = useCan()
  const store = useStore()
  const errorText = useErrorText()
  const pending = usePendingStops()
  const [revokeOwn] = useRevokeGuestKeyMutation()
  const [revokeIdentifier] = useRevokeIdentifierMutation()

  /** The giver and the maker of a key revoke it as such; others as an identifier. */
  const isOwn = ({ owner, created_by_user: maker }: GuestKey) =>
    profile !== undefined && [owner?.id, maker?.id].includes(profile.id)

  const send = async (key: GuestKey, isLeaving: boolean) => {
    const { id } = key
    if (isLeaving) {
      const path = isOwn(key) ? `/guest-keys/${id}/revoke` : `/identifiers/${id}/revoke`
      return postWhileLeaving(store.getState() as WithSession, path)
    }
    try {
      await (isOwn(key) ? revokeOwn({ id, body: {} }) : revokeIdentifier({ id, body: {} })).unwrap()
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const stop = (keys: GuestKey[]) => {
    const undos = keys.map((key) => stopSoon(key.id, (isLeaving) => send(key, isLeaving)))
    const seconds = UNDO_TIME / 1_000
    const text = t('stop.done', { count: keys.length, name: keys[0]?.name, seconds })
    const action = {
      label: t('common:undo'),
      run: () => {
        for (const undo of undos) undo()
      },
    }
    alerts.success(text, { action, timeout: UNDO_TIME })
  }
  /** Why the person cannot stop it; false when they can. */
  const whyNot = (key: GuestKey) => {
    if (!isLive(key) || pending.has(key.id)) return t('stop.already')
    return isOwn(key) || can('can_edit_identifier') ? false : t('stop.notOwn')
  }
  return { stop, isOwn, whyNot }
}
