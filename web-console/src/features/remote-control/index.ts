import { REMOTE_CONTROL } from '@/features/devices'
import type { PageModule } from '@/kit/resource'
import type { Need } from '@/kit/permissions'

/** A page of its own, outside the common layout. */
export const remoteControlPage = {
  path: REMOTE_CONTROL,
  need: { any: ['can_edit_device'] } satisfies Need,
  page: (() => import('./RemoteControlPage')) satisfies PageModule,
}
