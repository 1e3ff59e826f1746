import { AuditOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { useAuditList, type AuditEvent } from './api'
export { Difference } from './Difference'
export { useAuditWords } from './useAuditWords'

export const auditScreen = defineScreen({
  key: 'auditEvents',
  path: '/audit-events',
  icon: AuditOutlined,
  section: 'settings',
  need: { any: ['can_view_audit'] },
  page: () => import('./AuditPage'),
})
