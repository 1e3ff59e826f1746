import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './table.module.css'
import { DENSITIES, useDensity, type Density } from './tablePreferences'
import type { Column } from './types'

interface Props<Row> {
  columns: Column<Row>[]
  isVisible: (key: string, isOptional: boolean) => boolean
  onToggle: (key: string, isOptional: boolean) => void
}

/** Which columns, and how close together. */
export function ColumnMenu<Row>({ columns, isVisible, onToggle }: Props<Row>) {
  const { t } = useTranslation()
  const [density, setDensity] = useDensity()
  const content = (
    <div className={styles.menu} role="dialog" aria-label={t('table.appearance')}>
      <h2>{t('table.density')}</h2>
      <Segmented<Density>
        block
        aria-label={t('table.density')}
        value={density}
        onChange={setDensity}
        options={DENSITIES.map((value) => ({ value, label: t(`options.density.${value}`) }))}
      />
      <h2>{t('table.columns')}</h2>
      {columns
        .filter(({ isMain }) => !isMain)
        .map(({ key, title, isOptional = false }) => (
          <Checkbox
            key={key}
            checked={isVisible(key, isOptional)}
            onChange={() => onToggle(key, isOptional)}
          >
            {title}
          </Checkbox>
        ))}
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Tooltip title={t('table.appearance')}>
        <Button type="text" icon={<SettingOutlined />} aria-label={t('table.appearance')} />
      </Tooltip>
    </Popover>
  )
}
