import type { Need } from '@/kit/permissions'

/** Who changes the project's settings. */
export const CHANGE = { any: ['can_change_project_settings'] } as const satisfies Need
