import type { PageModule } from '@/kit/resource'
import { BOARD, VIEW } from './entity'

export { emergencyAlertsEntity } from './entity'
export { emergencyAlertHandlers } from './realtime'
export { emergencyAlerts } from './resource'

/** A page of its own, outside the common layout. */
export const alertBoardPage = {
  path: BOARD,
  need: VIEW,
  page: (() => import('./BoardPage')) satisfies PageModule,
}
