import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback'
import { NO_FILTERS, type ListControl } from '../list'

/** The list has rows, but the search or the filters leave none. */
export function NoMatch({ list }: { list: ListControl }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={SearchOutlined}
      title={t('table.noMatch')}
      text={t('table.noMatchText')}
      action={
        <Button onClick={() => list.set({ search: '', filters: NO_FILTERS })}>
          {t('table.clearAll')}
        </Button>
      }
    />
  )
}
