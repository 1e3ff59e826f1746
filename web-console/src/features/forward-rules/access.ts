import type { Need } from '@/kit/permissions'

/** Who sees virtual numbers. Their own feature is made of queues, and so cannot be asked here. */
export const SEE_NUMBERS: Need = {
  feature: 'sip',
  any: ['can_view_sip_numbers', 'can_view_descendant_sip_numbers', 'can_view_all_sip_numbers'],
}
