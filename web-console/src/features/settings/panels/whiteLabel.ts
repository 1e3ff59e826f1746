import type { Need } from '@/kit/permissions'
import type { WhiteLabel } from '../api'
import { CHANGE } from '../need'

/** As for groups: what is on may be changed, and switched off, without its feature. */
export const whiteLabelNeed = (label: WhiteLabel | undefined): Need => ({
  ...CHANGE,
  ...(!label?.is_enabled && { feature: 'mobile_app.white_label' }),
})
