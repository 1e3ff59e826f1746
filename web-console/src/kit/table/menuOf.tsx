import { Tooltip, type MenuProps } from 'antd'
import type { RowAction } from './types'

/** The actions of a row as the items of a menu; what cannot be done says why. */
export function menuOf<Row>(row: Row, actions: RowAction<Row>[], onChosen?: () => void): MenuProps {
  const items = actions.map(({ key, label, icon, isDanger, disabled }) => {
    const why = disabled?.(row)
    return {
      key,
      icon,
      danger: isDanger,
      disabled: Boolean(why),
      label: why ? <Tooltip title={why}>{label}</Tooltip> : label,
    }
  })
  return {
    items,
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      onChosen?.()
      actions.find((action) => action.key === key)?.run(row)
    },
  }
}
