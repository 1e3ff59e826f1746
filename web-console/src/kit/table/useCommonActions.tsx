import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'

/** What most menus of rows have, all but what it does: `{ ...edit, run }`. */
export function useCommonActions() {
  const { t } = useTranslation()
  return {
    edit: { key: 'edit', label: t('edit'), icon: <EditOutlined /> },
    deletion: { key: 'delete', label: t('delete'), icon: <DeleteOutlined />, isDanger: true },
  }
}
