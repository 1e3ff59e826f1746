import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RowAction } from './types'

interface Props<Row> {
  row: Row
  label: string
  actions: RowAction<Row>[]
}

/** What can be done with one row. */
export function RowMenu<Row>({ row, label, actions }: Props<Row>) {
  const { t } = useTranslation()
  const items = actions.map(({ key, label: text, icon, isDanger, disabled }) => {
    const why = disabled?.(row)
    return {
      key,
      icon,
      danger: isDanger,
      disabled: Boolean(why),
      label: why ? <Tooltip title={why}>{text}</Tooltip> : text,
    }
  })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          actions.find((action) => action.key === key)?.run(row)
        },
      }}
    >
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
