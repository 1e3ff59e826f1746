import type { Id } from '@/api/types'
import type { Need } from '@/kit/permissions'

export const KEYS_PATH = '/ukey2'
export const keyPath = (id: Id) => `${KEYS_PATH}/${id}/edit`

export const mayViewKeys: Need = { feature: 'ukey2', any: ['can_view_ukey2'] }
export const mayIssueKeys: Need = { feature: 'ukey2', any: ['can_issue_ukey2'] }
export const mayRevokeKeys: Need = { any: ['can_revoke_ukey2'] }
