import { ApiOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { useRemoval } from '@/kit/feedback'
import { PartsTable } from '@/kit/table'
import { useDeleteAllIntegrationsMutation, type Integration } from './api'
import { integrations } from './resource'
import { useIntegrationColumns } from './useIntegrationColumns'
import { useIntegrationFilters } from './useIntegrationFilters'

/** Other systems of the project, or of one group. */
export function IntegrationsPanel({ groupId }: { groupId?: Id }) {
  const { t } = useTranslation('integrations')
  return (
    <PartsTable
      id="integrations"
      resource={integrations}
      groupId={groupId}
      columns={useIntegrationColumns(groupId !== undefined)}
      filters={useIntegrationFilters()}
      label={integrations.label}
      removal={useIntegrationRemoval()}
      texts={{ add: t('new'), emptyTitle: t('empty.title'), emptyText: t('empty.text') }}
      icon={ApiOutlined}
    />
  )
}

function useIntegrationRemoval() {
  const { t } = useTranslation('integrations')
  const [remove] = useDeleteAllIntegrationsMutation()
  return useRemoval<Integration>({
    remove,
    label: integrations.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
