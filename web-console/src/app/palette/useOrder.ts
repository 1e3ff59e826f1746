import { useTranslation } from 'react-i18next'
import { identifiersEntity } from '@/features/identifiers'
import { useCan } from '@/kit/permissions'
import { parseOrder, type Order, type Verb } from './verbs'

/** What the text orders, when the person may do it. */
export function useOrder(typed: string): Order | undefined {
  const { t } = useTranslation('shell')
  const { has, meets, profile } = useCan()
  const may: Record<Verb, boolean> = {
    open: meets({ any: ['can_edit_device', 'can_manage_self_domain_devices'] }),
    revoke: identifiersEntity.can.update !== undefined && meets(identifiersEntity.can.update),
    call: has('sip') && has('sip.web_dialer') && Boolean(profile?.profile?.sip_number),
  }
  const order = parseOrder(typed, {
    open: t('palette.options.verbs.open'),
    revoke: t('palette.options.verbs.revoke'),
    call: t('palette.options.verbs.call'),
  })
  return order && may[order.verb] ? order : undefined
}
