import { CameraOutlined, CarOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { Integration } from './api'
import { TYPE_KEYS } from './schema'

const ICONS = { axxon_one: CameraOutlined, barrier: CarOutlined }

export function useIntegrationColumns(isOfGroup: boolean): Column<Integration>[] {
  const { t } = useTranslation('integrations')
  return useMemo(() => {
    const columns: Column<Integration>[] = [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'type',
        title: t('fields.type'),
        width: 150,
        sortable: true,
        render: ({ type }) =>
          type && (
            <StatusTag tone="neutral" icon={ICONS[type]}>
              {t(`options.types.${TYPE_KEYS[type]}`)}
            </StatusTag>
          ),
      },
      {
        key: 'server',
        title: t('fields.server'),
        width: 260,
        render: (row) => (
          <span className="mono">
            {row.axxon_one_settings?.server_url ?? row.barrier_settings?.server_url}
          </span>
        ),
      },
      {
        key: 'is_active',
        title: t('fields.state'),
        width: 110,
        render: ({ is_active }) => (
          <StatusTag tone={is_active ? 'success' : 'neutral'}>
            {is_active ? t('active') : t('inactive')}
          </StatusTag>
        ),
      },
      {
        key: 'updated_at',
        title: t('fields.updated'),
        render: ({ updated_at }) => <RelativeTime value={updated_at} />,
        isWideOnly: true,
      },
    ]
    if (!isOfGroup) {
      columns.splice(2, 0, {
        key: 'domain',
        title: t('fields.level'),
        width: 180,
        render: ({ domain }) => domain?.name ?? t('project'),
      })
    }
    return columns
  }, [t, isOfGroup])
}
