import {
  CalendarOutlined,
  CarryOutOutlined,
  ShoppingOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './guest-access.module.css'
import { PRESETS, type Preset } from './presets'

const ICONS: Record<Preset, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  courier: ShoppingOutlined,
  today: CarryOutOutlined,
  weekend: CalendarOutlined,
  regular: SyncOutlined,
}

interface Props {
  /** The one that the form was filled by last. */
  value: Preset | undefined
  disabled: boolean
  onChoose: (preset: Preset) => void
}

/** The four common guests: each fills in the whole form. */
export function PresetCards({ value, disabled, onChoose }: Props) {
  const { t } = useTranslation('guest-access')
  return (
    <div className={styles.presets} role="group" aria-label={t('presets')}>
      {PRESETS.map((preset) => {
        const Icon = ICONS[preset]
        return (
          <button
            key={preset}
            type="button"
            className={styles.preset}
            aria-pressed={value === preset}
            disabled={disabled}
            onClick={() => onChoose(preset)}
          >
            <span className={styles.presetIcon}>
              <Icon aria-hidden />
            </span>
            <strong>{t(`options.presets.${preset}.title`)}</strong>
            <small>{t(`options.presets.${preset}.text`)}</small>
          </button>
        )
      })}
    </div>
  )
}
