import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import { useCan } from '@/kit/permissions'
import type { ForwardRule } from './api'
import { SEE_NUMBERS } from './access'

/** How many numbers have picked a rule, and the way to them. */
export function PickedBy({ rule }: { rule: ForwardRule }) {
  const { t } = useTranslation('forward-rules')
  const { meets } = useCan()
  const count = rule.sip_numbers_count
  if (count === 0) return <>—</>
  const text = t('pickedBy', { count })
  if (!meets(SEE_NUMBERS)) return <>{text}</>
  const filters: Filters = {
    match: 'match_all',
    items: [{ field: 'forward_group_id', rule: 'equals', value: rule.id }],
  }
  return (
    // Numbers import forward rules; their address is all that is needed here.
    <Link to={`/virtual-numbers?filters=${encodeURIComponent(JSON.stringify(filters))}`}>
      {text}
    </Link>
  )
}
