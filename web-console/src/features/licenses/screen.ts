import { FileProtectOutlined, PieChartOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const licensesScreen = defineScreen({
  key: 'licenses',
  path: '/licenses',
  icon: FileProtectOutlined,
  section: 'settings',
  need: {
    any: [
      'can_view_licenses',
      'can_view_self_domains_licenses',
      'can_view_descendant_domains_licenses',
      'can_view_all_domains_licenses',
    ],
  },
  page: () => import('./LicensesPage'),
})

export const licenseReportScreen = defineScreen({
  key: 'licenseReports',
  path: '/reports/licenses',
  icon: PieChartOutlined,
  section: 'reports',
  need: { any: ['can_view_report_licenses_used'] },
  page: () => import('./ReportsPage'),
})
