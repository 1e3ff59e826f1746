import { FileTextOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { StatusTag } from '@/kit/status'
import { useIsManaged } from './managed'

/** Says of a group that a file manages it: what is changed by hand may be changed back. */
export function ManagedTag({ group }: { group: { id: number; path?: Ref[] } }) {
  const { t } = useTranslation('groups')
  if (!useIsManaged(group)) return null
  return (
    <Tooltip title={t('managed.note')}>
      <span>
        <StatusTag tone="info" icon={FileTextOutlined}>
          {t('managed.tag')}
        </StatusTag>
      </span>
    </Tooltip>
  )
}
