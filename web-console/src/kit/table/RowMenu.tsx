import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { menuOf } from './menuOf'
import type { RowAction } from './types'

interface Props<Row> {
  row: Row
  label: string
  actions: RowAction<Row>[]
}

/** What can be done with one thing that is no row of a table: a node of a tree. */
export function RowMenu<Row>({ row, label, actions }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={menuOf(row, actions)}>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('table.actionsOf', { name: label })}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  )
}
